import DomoLanguage
import Glibc

enum KNXVerb: VerbCommand {
    static let discussion = """
        monitor shows telegrams as they pass on the bus, until stopped; log shows past telegrams from the log on \
        the daemon's disk. --filter shows only telegrams whose address, sender, value, type or element contains \
        the text. --raw adds the cEMI frame in hexadecimal. --ets writes the XML that the group monitor of ETS \
        opens: domo knx log --ets > telegrams.xml. pause leaves the tunnel to ETS for 1s–24h; then domo reconnects \
        by itself. discover lists the interfaces on the networks of the daemon's machine, or asks HOST; it needs \
        no configured link. With several KNX links, --link NAME chooses one.
        """

    // monitor runs until stopped.
    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard let line = invocation.line else { return .done }
        switch line.request {
        case .watch:
            try monitor(line, invocation)
            return .done
        case .knx(.log(let period), let link):
            try showLog(period, of: link, invocation)
            return .done
        default: return try invocation.conversation.run(line)
        }
    }

    private static func monitor(_ line: CheckedLine, _ invocation: Invocation) throws(Fault) {
        // As with watch.
        signal(SIGINT) { _ in _exit(0) }
        let connection = try invocation.client.connect()
        let status = try ReplyLine.decode(StatusView.self, from: connection.ask(.status).content())
        guard status.links?.contains(where: \.isKNX) ?? true else {
            throw Fault(
                .badRequest,
                "no link leads to a KNX bus",
                hint: "add an interface under \"links:\" or \"server:\" in the configuration: knx://HOST"
            )
        }
        _ = try connection.ask(line).content()
        let rendering = Rendering(for: .output)
        let (filter, raw) = (invocation.value("--filter"), invocation.has("--raw"))
        while let bytes = try connection.nextEvent() {
            let event = try ReplyLine.decode(Event.self, from: bytes)
            guard let telegram = event.telegram, filter.map(telegram.contains) ?? true else { continue }
            StandardStreams.write(invocation.client.json ? Rendering.json(bytes) : rendering.event(event, raw: raw))
        }
    }

    private static func showLog(_ period: Period, of link: String?, _ invocation: Invocation) throws(Fault) {
        let (ets, json) = (invocation.has("--ets"), invocation.client.json)
        if ets, json { throw Fault(.badRequest, "--ets can't be used with --json", hint: "use one of them") }
        let format: TelegramLog.Format = ets ? .ets : json ? .json : .text(raw: invocation.has("--raw"))
        let log = TelegramLog(
            client: try invocation.client.connect(),
            format: format,
            filter: invocation.value("--filter")
        ) { StandardStreams.write($0) }
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
