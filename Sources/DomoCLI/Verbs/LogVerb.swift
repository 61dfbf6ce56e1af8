import DomoLanguage

/// The log of the house; with `--journal` the daemon's own log, for which the daemon need not run.
enum LogVerb: VerbCommand {
    static let discussion = """
        The newest comes first: what changed and who or what changed it, orders that failed, scenes that ended or \
        did not run and why, links lost and back. Measured numbers are not in it: see domo history.

        Kinds: \(HouseLogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).

        --journal shows the messages of domod instead: it runs journalctl --unit domod, which has more options. \
        Names are looked up in the running daemon, as in other \
        commands; if it doesn't run, use the full path of an element and the label of a link, as in that log. Only \
        root and members of the group systemd-journal may read it. -f, -n, --element, --link and --scene imply it.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        if let line = invocation.line { return try invocation.conversation.run(line) }
        try Journal.show(try arguments(of: invocation))
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.houseLog(try answer.decode())
    }

    // The daemon may read from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }

    // MARK: - The journal

    /// The arguments of journalctl(1).
    static func arguments(of invocation: Invocation) throws(Fault) -> [String] {
        var arguments: [String] = []
        if invocation.has("-f") { arguments.append("--follow") }
        if let lines = invocation.value("-n") {
            guard let count = Int(lines), count >= 0 else {
                throw Fault(.badRequest, "\"\(lines.prefix(80))\" is not a number of lines", hint: "such as -n 50")
            }
            arguments += ["--lines", String(count)]
        }
        if let since = invocation.value("--since") { arguments += ["--since", since] }
        let names = LoggedNames(socket: invocation.client.socket)
        if let element = invocation.value("--element") { arguments += try names.element(element) }
        if let link = invocation.value("--link") { arguments += try names.link(link) }
        if let scene = invocation.value("--scene") { arguments += try names.scene(scene) }
        return arguments
    }
}

extension VerbCommands {
    static var log: any VerbCommand.Type { LogVerb.self }
}
