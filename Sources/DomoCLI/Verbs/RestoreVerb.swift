import ArgumentParser
import DomoLanguage
import Glibc

struct RestoreVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .restore,
        usage: "domo restore FILE [--yes]",
        discussion: """
            Replaces the database of the daemon: readings and orders. The daemon checks FILE first, and keeps the old \
            database beside the new one, in place of the one that it kept before. domo asks for confirmation; if \
            standard input is not a terminal, --yes is required.

            The configuration, houses and scenes of an archive are not restored: extract them with tar, as root. \
            tar -C / -xf FILE etc/domo restores everything below /etc/domo.
            """
    )

    @Argument(help: ArgumentHelp("A file made by domo backup.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
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
                : Rendering(for: .output).restored(file: file, isArchive: database.isInArchive, report)
        )
    }

    /// - Throws: if confirmation is needed, but standard input is not a terminal.
    static func mustAsk(yes: Bool, isTerminal: Bool) throws(Fault) -> Bool {
        guard yes || isTerminal else {
            throw Fault(
                .badRequest,
                "can't ask for confirmation: standard input is not a terminal",
                hint: "restore replaces the daemon's database; add --yes to confirm"
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
