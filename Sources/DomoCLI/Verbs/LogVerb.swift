import ArgumentParser
import DomoLanguage

/// Shows the daemon's log from the journal. The daemon need not run.
struct LogVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the daemon's log from the systemd journal.",
        usage: "domo log [-f] [-n N] [--since TIME] [--element ELEMENT] [--link LINK] [--scene SCENE]",
        discussion: """
            Runs journalctl --unit domod, which has more options. Names are looked up in the running daemon, as in other \
            commands; if it doesn't run, use the full path of an element and the label of a link, as in the log. Only root and members of the group systemd-journal may read the log.
            """
    )

    @Flag(name: .shortAndLong, help: "Follow the log.")
    var follow = false

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("The number of last lines to show.", valueName: "n"))
    var lines: Int?

    @Option(help: ArgumentHelp("The start: \"2 hours ago\", 2026-11-20, today.", valueName: "time"))
    var since: String?

    @Option(
        help: ArgumentHelp("Only lines about this element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var element: String?

    @Option(help: ArgumentHelp("Only lines about this link.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("Only lines about this scene.", valueName: "name"))
    var scene: String?

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    func run() throws { try Journal.show(arguments(try fields)) }

    /// The journal fields that lines have to have.
    private var fields: [String] {
        get throws(Fault) {
            let names = LoggedNames(socket: socket)
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
