import ArgumentParser
import DomoLanguage
import Glibc

struct BackupVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .backup,
        usage: "domo backup FILE [--force]",
        discussion: """
            The copy grows as FILE.part and takes its name once it is whole and on the disk. - as FILE is standard \
            output.
            """
    )

    @Argument(help: ArgumentHelp("Where to put it.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Replace FILE where it is there already.")
    var force = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        let isStandardOutput = file == "-" && literals == 0
        guard !isStandardOutput || isatty(STDOUT_FILENO) == 0 else {
            throw Fault(.badRequest, "a database is nothing for a terminal", hint: "domo backup - > FILE")
        }
        let target = isStandardOutput ? nil : try NewFile(path: file, replacesOld: force)
        let backup = Backup(client: try client.connect(), progress: Progress.forTerminal)
        let (report, leftover) = try backup.run { bytes throws(Fault) in
            if let target { try target.write(bytes) } else { StandardStreams.write(Array(bytes)) }
        }
        try target?.finish()
        if let leftover {
            StandardStreams.writeError(
                Rendering(for: .error).warning("the copy is whole, but the daemon kept its own: \(leftover.message)")
            )
        }
        guard let target else { return }
        StandardStreams.write(
            client.json
                ? Rendering.json(report) : Rendering(for: .output).backup(file: target.path, bytes: report.bytes)
        )
    }

    static func patience(for request: Request) -> Duration {
        // The whole database is copied or looked through.
        if case .backup(.begin) = request { return .seconds(600) + ControlClient.margin }
        return .seconds(30) + ControlClient.margin
    }
}

extension VerbCommands {
    static var backup: any VerbCommand.Type { BackupVerb.self }
}
