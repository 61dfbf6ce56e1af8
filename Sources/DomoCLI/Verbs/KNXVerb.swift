import ArgumentParser
import DomoLanguage
import Glibc

struct KNXVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .knx,
        usage: """
            domo knx read ADDRESS [--dpt TYPE]
            domo knx write ADDRESS VALUE [--dpt TYPE]
            domo knx monitor [--filter TEXT] [--raw]
            domo knx log [--since TIME] [--until TIME] [--filter TEXT] [--raw | --ets]
            domo knx doctor
            domo knx learn [start|stop]
            domo knx pause DURATION | resume
            domo knx discover [HOST] [--interface NAME] [--timeout 3s]
            """,
        discussion: """
            monitor shows telegrams as they pass on the bus, until stopped; log shows past telegrams from the log on \
            the daemon's disk. --filter shows only telegrams whose address, sender, value, type or element contains \
            the text. --raw adds the cEMI frame in hexadecimal. --ets writes the XML that the group monitor of ETS \
            opens: domo knx log --ets > telegrams.xml. pause leaves the tunnel to ETS for 1s–24h; then domo reconnects \
            by itself. discover lists the interfaces on the networks of the daemon's machine, or asks HOST; it needs \
            no configured link. With several KNX links, --link NAME chooses one.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The command and its arguments.", valueName: "command"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp("The datapoint type of the value: 9.001.", valueName: "type"))
    var dpt: String?

    @Option(help: ArgumentHelp("The link, by its name in the configuration.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("With monitor and log: show only telegrams that contain this text.", valueName: "text"))
    var filter: String?

    @Flag(help: "With monitor and log: show the frames too.")
    var raw = false

    @Flag(help: "With log: write XML for ETS.")
    var ets = false

    @OptionGroup var period: PeriodOptions

    @Option(help: ArgumentHelp("With discover: search only through this network interface: eth0.", valueName: "name"))
    var interface: String?

    @Option(help: ArgumentHelp("With discover: how long to wait for answers: 5s.", valueName: "duration"))
    var timeout: String?

    var head: [Words.Word] {
        let options = [("--dpt", dpt), ("--link", link), ("--interface", interface), ("--timeout", timeout)]
        return [.verb(.knx)]
            + options.flatMap { name, value in value.map { [.keyword(name), .literal($0)] } ?? [] }
            + period.words
    }

    static let ownOptions: Set = ["--filter"]
    // monitor runs until stopped.
    static let isOneRequest = false

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        switch request {
        case .watch: try monitor(request)
        case .knx(.log(let period), let link): try showLog(period, of: link)
        default:
            for (option, isGiven) in [("--filter", filter != nil), ("--raw", raw)] where isGiven {
                throw Fault(.badRequest, "\(option) can only be used with knx monitor and knx log")
            }
            if ets { throw Fault(.badRequest, "--ets can only be used with knx log") }
            let status = try Conversation(socket: client.socket, json: client.json).run(request)
            if status != .done { throw Ending(status: status) }
        }
    }

    private func monitor(_ request: Request) throws {
        if ets {
            throw Fault(.badRequest, "--ets can only be used with knx log", hint: "use \"domo knx log --ets\"")
        }
        // As with watch.
        signal(SIGINT) { _ in _exit(0) }
        let connection = try client.connect()
        let status = try ReplyLine.decode(StatusView.self, from: connection.ask(.status).content())
        guard status.links?.contains(where: \.isKNX) ?? true else {
            throw Fault(
                .badRequest,
                "no link leads to a KNX bus",
                hint: "add an interface under \"links:\" or \"server:\" in the configuration: knx://HOST"
            )
        }
        _ = try connection.ask(request).content()
        let rendering = Rendering(for: .output)
        while let bytes = try connection.nextEvent() {
            let event = try ReplyLine.decode(Event.self, from: bytes)
            guard let telegram = event.telegram, filter.map(telegram.contains) ?? true else { continue }
            StandardStreams.write(client.json ? Rendering.json(bytes) : rendering.event(event, raw: raw))
        }
    }

    private func showLog(_ period: Period, of link: String?) throws {
        if ets, client.json || raw { throw Fault(.badRequest, "--ets can't be used with \(raw ? "--raw" : "--json")") }
        let format: TelegramLog.Format = ets ? .ets : client.json ? .json : .text(raw: raw)
        let log = TelegramLog(client: try client.connect(), format: format, filter: filter) {
            StandardStreams.write($0)
        }
        try log.run(period, of: link)
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .discover = answer.request { return rendering.interfaces(try answer.decode()) }
        return rendering.link(try answer.decode())
    }

    static func patience(for request: Request) -> Duration { LinkCommand.patience + ControlClient.margin }
}

extension VerbCommands {
    static var knx: any VerbCommand.Type { KNXVerb.self }
}
