import ArgumentParser
import DomoLanguage

/// The daemon's log. It is the journal's: the daemon is not asked, and may be down.
struct LogVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "The daemon's log, as the journal keeps it.",
        usage: "domo log [-f] [-n N] [--since TIME] [--element PATH] [--link NAME] [--scene NAME]",
        discussion: """
            Shows what domod logged under systemd: journalctl --unit domod, where the journal's own options are at hand. \
            An element is named by its whole path, as the log writes it. The log may be read by root and the group systemd-journal.
            """
    )

    @Flag(name: .shortAndLong, help: "Go on as lines come.")
    var follow = false

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("How many lines, the last ones.", valueName: "n"))
    var lines: Int?

    @Option(help: ArgumentHelp("From then on: \"2 hours ago\", 2026-11-20, today.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("What is about one element.", valueName: "path"))
    var element: String?

    @Option(help: ArgumentHelp("What is about one link.", valueName: "name"))
    var link: String?

    @Option(help: ArgumentHelp("What is about one scene.", valueName: "name"))
    var scene: String?

    func run() throws { try Journal.show(arguments) }

    /// As journalctl(1) takes them.
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
