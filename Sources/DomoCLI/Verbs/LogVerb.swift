import ArgumentParser
import DomoLanguage

/// The log of the house; with `--journal` the daemon's own log, for which the daemon need not run.
struct LogVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .log,
        usage: """
            domo log [PATH] [--last N] [--before NEXT] [--since TIME] [--until TIME] [--kind KIND,…]
            domo log --journal [-f] [-n N] [--since TIME] [--element ELEMENT] [--link LINK] [--scene SCENE]
            """,
        discussion: """
            The newest comes first: what changed and who or what changed it, orders that failed, scenes that ended or \
            did not run and why, links lost and back. Measured numbers are not in it: see domo history.

            Kinds: \(HouseLogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

            --journal shows the messages of domod instead: it runs journalctl --unit domod, which has more options. \
            Names are looked up in the running daemon, as in other \
            commands; if it doesn't run, use the full path of an element and the label of a link, as in that log. Only \
            root and members of the group systemd-journal may read it. -f, -n, --element, --link and --scene imply it.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, sector or element; all houses by default.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Option(
        help: ArgumentHelp(
            """
            How many entries: 1–\(HouseLogQuestion.maxEntries); \(HouseLogQuestion.defaultEntries) by default, or all \
            with --since.
            """,
            valueName: "n"
        )
    )
    var last: String?

    @Option(help: ArgumentHelp("Older entries: what the last line of the list says.", valueName: "next"))
    var before: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only entries since this time: \(HelpText.times).", valueName: "time")
    )
    var since: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Only entries until this time.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("Only entries of this kind, or of these, with commas.", valueName: "kind"))
    var kind: String?

    @Flag(help: "Show the daemon's messages from the systemd journal.")
    var journal = false

    @Flag(name: .shortAndLong, help: "In the journal: follow it.")
    var follow = false

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("In the journal: the number of last lines to show.", valueName: "n")
    )
    var lines: Int?

    @Option(
        help: ArgumentHelp("In the journal: only lines about this element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var element: String?

    @Option(help: ArgumentHelp("In the journal: only lines about this link.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("In the journal: only lines about this scene.", valueName: "name"))
    var scene: String?

    static let ownOptions: Set = ["--lines", "-n", "--element", "--link", "--scene"]

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.log)]
        for (option, value) in [
            ("--last", last), ("--before", before), ("--since", since), ("--until", until), ("--kind", kind),
        ] {
            if let value { words += [.keyword(option), .literal(value)] }
        }
        return words
    }

    func run(literals: Int) throws {
        if isOfJournal {
            if let operand = operands.first ?? last ?? before ?? until ?? kind {
                throw Fault(
                    .badRequest,
                    "\"\(operand.prefix(80))\" can't be used with the journal",
                    hint: "usage: \(Self.configuration.usage?.split(separator: "\n").last ?? "domo log --journal")"
                )
            }
            try Journal.show(arguments(try fields))
        }
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        let status = try Conversation(socket: client.socket, json: client.json).run(request)
        if status != .done { throw Ending(status: status) }
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.houseLog(try answer.decode())
    }

    // The daemon may read from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }

    // MARK: - The journal

    private var isOfJournal: Bool {
        journal || follow || lines != nil || element != nil || link != nil || scene != nil
    }

    /// The journal fields that lines have to have.
    private var fields: [String] {
        get throws(Fault) {
            let names = LoggedNames(socket: client.socket)
            var fields: [String] = []
            if let element { fields += try names.element(element) }
            if let link { fields += try names.link(link) }
            if let scene { fields += try names.scene(scene) }
            return fields
        }
    }

    /// The arguments of journalctl(1).
    func arguments(_ fields: [String]) -> [String] {
        var arguments: [String] = []
        if follow { arguments.append("--follow") }
        if let lines { arguments += ["--lines", String(lines)] }
        if let since { arguments += ["--since", since] }
        return arguments + fields
    }
}

extension VerbCommands {
    static var log: any VerbCommand.Type { LogVerb.self }
}
