import ArgumentParser
import DomoLanguage
import Glibc

struct KNXVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .knx,
        usage: """
            domo knx read ADDRESS [--dpt TYPE]
            domo knx write ADDRESS VALUE [--dpt TYPE]
            domo knx monitor [--filter TEXT]
            domo knx doctor
            domo knx learn [start|stop]
            domo knx pause DURATION | resume
            domo knx discover
            """,
        discussion: """
            monitor shows telegrams as they go by, until stopped; with --filter those whose address, sender, value or \
            element holds the text, or whose address begins with it (1/2/). pause gives the tunnel to ETS for a while, \
            1s–24h; domo comes back by itself. Where several links lead to a bus, --link NAME chooses one.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("What to do, and with what.", valueName: "command"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp("How the value is coded: 9.001.", valueName: "type"))
    var dpt: String?

    @Option(help: ArgumentHelp("The link, as the configuration names it.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("Of monitor: only telegrams that hold this.", valueName: "text"))
    var filter: String?

    var head: [Words.Word] {
        [.verb(.knx)] + (dpt.map { [.keyword("--dpt"), .literal($0)] } ?? [])
            + (link.map { [.keyword("--link"), .literal($0)] } ?? [])
    }

    static let ownOptions: Set = ["--filter"]
    // monitor goes on.
    static let isOneRequest = false

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(words(literals: literals)) else { return }
        guard case .watch = request else {
            guard filter == nil else { throw Fault(.badRequest, "--filter is for monitor") }
            let status = try Conversation(socket: client.socket, json: client.json).run(request)
            if status != .done { throw Ending(status: status) }
            return
        }
        try monitor(request)
    }

    private func monitor(_ request: Request) throws {
        // As with watch.
        signal(SIGINT) { _ in _exit(0) }
        let connection = try client.connect()
        _ = try connection.ask(request).content()
        let rendering = Rendering(for: .output)
        while let bytes = try connection.nextEvent() {
            let event = try ReplyLine.decode(Event.self, from: bytes)
            guard let telegram = event.telegram, filter.map(telegram.fits) ?? true else { continue }
            StandardStreams.write(client.json ? Rendering.json(bytes) : rendering.event(event))
        }
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.link(try answer.decode())
    }

    static func patience(for request: Request) -> Duration { LinkCommand.patience + ControlClient.margin }
}

extension TelegramView {
    /// True where the text is in it, whatever its case.
    func fits(_ text: String) -> Bool {
        let text = text.lowercased()
        return ([address, source ?? "", value ?? "", type ?? ""] + elements)
            .contains { $0.lowercased().contains(text) }
    }
}

extension VerbCommands {
    static var knx: any VerbCommand.Type { KNXVerb.self }
}
