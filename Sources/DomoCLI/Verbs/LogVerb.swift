import ArgumentParser
import DomoLanguage

/// Shows the daemon's log from the journal. The daemon need not run.
struct LogVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the daemon's log from the systemd journal.",
        usage: "domo log [-f] [-n N] [--since TIME] [--element PATH] [--link NAME] [--scene NAME]",
        discussion: """
            Runs journalctl --unit domod, which has more options. An element is named by its full path, as in the log. \
            Only root and members of the group systemd-journal may read the log.
            """
    )

    @Flag(name: .shortAndLong, help: "Follow the log.")
    var follow = false

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("The number of last lines to show.", valueName: "n"))
    var lines: Int?

    @Option(help: ArgumentHelp("The start: \"2 hours ago\", 2026-11-20, today.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Only lines about this element.", valueName: "path"))
    var element: String?

    @Option(help: ArgumentHelp("Only lines about this link.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("Only lines about this scene.", valueName: "name"))
    var scene: String?

    func run() throws { try Journal.show(arguments) }

    /// The arguments of journalctl(1).
    var arguments: [String] {
        var arguments: [String] = []
        if follow { arguments.append("--follow") }
        if let lines { arguments += ["--lines", String(lines)] }
        if let since { arguments += ["--since", since] }
        if let element { arguments.append("DOMO_ELEMENT=\(element)") }
        if let link { arguments.append("DOMO_LINK=\(link)") }
        if let scene { arguments.append("DOMO_SCENE=\(scene)") }
        return arguments
    }
}
