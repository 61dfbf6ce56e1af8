import ArgumentParser
import DomoLanguage
import Glibc

struct BackupVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .backup,
        usage: "domo backup FILE [--force]",
        discussion: """
            The copy is written to FILE.part, which is renamed to FILE once it is complete and on the disk. - as FILE \
            is standard output.
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
            throw Fault(.badRequest, "can't write a database to a terminal", hint: "use \"domo backup - > FILE\"")
        }
        let target = isStandardOutput ? nil : try NewFile(path: file, replacesOld: force)
        let backup = Backup(client: try client.connect(), progress: Progress.forTerminal)
        let (report, leftover) = try backup.run { bytes throws(Fault) in
            if let target { try target.write(bytes) } else { StandardStreams.write(Array(bytes)) }
        }
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
                ? Rendering.json(report) : Rendering(for: .output).backup(file: target.path, bytes: report.bytes)
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
