import DomoLanguage
import Glibc

struct RestoreVerb: VerbCommand {
    static let discussion = """
        From an archive of "domo backup" it restores everything, on this machine or another: run it as root, while \
        domod is stopped. Configuration, houses and scenes go into the folder of --config (/etc/domo/domod.yaml), \
        the rest into the state folder of --state (/var/lib/domo). House files, scenes and settings there that are \
        not in the archive, and files that are replaced, are moved into a folder before-restore-TIME beside them. \
        Tokens are restored only where there are none, so that a revoked one does not return.

        With --history, or if FILE is a database, it replaces only the readings and orders of the running daemon, \
        which checks FILE first, and keeps the old database beside the new one, in place of the one that it kept \
        before.

        domo asks for confirmation; if standard input is not a terminal, --yes is required.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let restore = Self(
            file: invocation.operand(0),
            yes: invocation.has("--yes"),
            client: invocation.client
        )
        let (config, state) = (invocation.value("--config"), invocation.value("--state"))
        if !invocation.has("--history"), Archive.isThere(restore.file) {
            try restore.restoreFiles(RestorePlaces(configuration: config, state: state))
            return .done
        }
        for (option, value) in [("--config", config), ("--state", state)] where value != nil {
            throw Fault(
                .badRequest,
                "\(option) is only for an archive with more than readings and orders",
                hint: "leave it out: domod knows where its database is"
            )
        }
        try restore.restoreHistory()
        return .done
    }

    private let file: String
    private let yes: Bool
    private let client: ClientOptions

    private func restoreHistory() throws(Fault) {
        let database = try DatabaseFile(path: file)
        let isAsked = try Self.mustAsk(yes: yes, isTerminal: isatty(STDIN_FILENO) == 1)
        let connection = try client.connect()
        let errors = Rendering(for: .error)
        if isAsked {
            StandardStreams.writeError(errors.restoreQuestion(file: file, bytes: database.bytes))
            guard Self.isYes(readLine()) else {
                throw Fault(.badRequest, "nothing was changed", hint: "answer yes, or add --yes")
            }
        }
        let restore = Restore(client: connection, file: database, progress: Progress.forTerminal)
        let (answer, report) = try restore.run()
        StandardStreams.write(
            client.json
                ? Rendering.json(answer)
                : Rendering(for: .output).restored(file: file, report)
        )
    }

    private func restoreFiles(_ places: RestorePlaces) throws(Fault) {
        let archive = try Archive(path: file)
        let restore = try FileRestore(archive, places: places)
        if try Self.mustAsk(yes: yes, isTerminal: isatty(STDIN_FILENO) == 1) {
            StandardStreams.writeError(Rendering(for: .error).restoreQuestion(file: file, restore.count, places))
            guard Self.isYes(readLine()) else {
                throw Fault(.badRequest, "nothing was changed", hint: "answer yes, or add --yes")
            }
        }
        let oldNames = try restore.oldNames()
        let report = try restore.run()
        for text in oldNames { StandardStreams.writeError(Rendering(for: .error).warning(text)) }
        for (name, reason) in report.leftOut {
            StandardStreams.writeError(Rendering(for: .error).warning("\(name) is not restored: \(reason)"))
        }
        StandardStreams.write(
            client.json
                ? Rendering.json(report) : Rendering(for: .output).restored(file: file, report, places)
        )
    }

    /// - Throws: if confirmation is needed, but standard input is not a terminal.
    static func mustAsk(yes: Bool, isTerminal: Bool) throws(Fault) -> Bool {
        guard yes || isTerminal else {
            throw Fault(
                .badRequest,
                "can't ask for confirmation: standard input is not a terminal",
                hint: "restore replaces what is there; add --yes to confirm"
            )
        }
        return !yes
    }

    static func isYes(_ answer: String?) -> Bool {
        ["y", "yes"].contains(answer?.lowercased().filter { !$0.isWhitespace } ?? "")
    }

    static func patience(for request: Request) -> Duration {
        // The daemon copies or checks the whole database.
        if case .restore(.end) = request { return .seconds(600) + ControlClient.margin }
        return .seconds(30) + ControlClient.margin
    }
}

extension VerbCommands {
    static var restore: any VerbCommand.Type { RestoreVerb.self }
}
