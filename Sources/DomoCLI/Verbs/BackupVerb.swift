import ArgumentParser
import DomoLanguage
import Glibc

struct BackupVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .backup,
        usage: "domo backup FILE [--force]",
        discussion: """
            FILE becomes a tar archive of the database (history.sqlite: readings and orders) and of the configuration, \
            houses, scenes, holidays, plans and dialects that the running domod has read, as far as you may read them. \
            Passwords in separate files are not included. If FILE ends in .sqlite or .db, it becomes only the database.

            The archive is written to FILE.part, which is renamed to FILE once it is complete and on the disk. - as \
            FILE is standard output.
            """
    )

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Replace FILE if it exists.")
    var force = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        let isStandardOutput = file == "-" && literals == 0
        guard !isStandardOutput || isatty(STDOUT_FILENO) == 0 else {
            throw Fault(.badRequest, "can't write a backup to a terminal", hint: "use \"domo backup - > FILE\"")
        }
        let target = isStandardOutput ? nil : try NewFile(path: file, replacesOld: force)
        let write = { (bytes: UnsafeRawBufferPointer) throws(Fault) in
            if let target { try target.write(bytes) } else { StandardStreams.write(Array(bytes)) }
        }
        let connection = try client.connect()
        let isDatabaseAlone = [".sqlite", ".db"].contains(where: file.hasSuffix)
        let sources = isDatabaseAlone ? [] : try SourceFile.all(of: connection)
        for case .unreadable(let path, let reason) in sources {
            let text = "\(path): \(reason): it is not in the backup"
            StandardStreams.writeError(Rendering(for: .error).warning(text))
        }
        let backup = Backup(client: connection, progress: Progress.forTerminal)
        let (report, leftover) = try backup.run(archiving: isDatabaseAlone ? nil : sources, write)
        try target?.finish()
        if let leftover {
            StandardStreams.writeError(
                Rendering(for: .error)
                    .warning("the backup is complete, but the daemon could not remove its copy: \(leftover.message)")
            )
        }
        guard let target else { return }
        StandardStreams.write(
            client.json
                ? Rendering.json(report)
                : Rendering(for: .output).backup(file: target.path, bytes: report.bytes, files: sources)
        )
    }

    static func patience(for request: Request) -> Duration {
        // The daemon copies or checks the whole database.
        if case .backup(.begin) = request { return .seconds(600) + ControlClient.margin }
        return .seconds(30) + ControlClient.margin
    }
}

extension VerbCommands {
    static var backup: any VerbCommand.Type { BackupVerb.self }
}
