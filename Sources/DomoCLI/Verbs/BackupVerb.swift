import DomoLanguage
import Glibc

enum BackupVerb: VerbCommand {
    static let discussion = """
        FILE becomes a tar archive of all that "domo restore" needs to make the same house on another machine: the \
        database (readings and orders), the configuration, houses, scenes, holidays, plans and dialects, and from \
        the state folder tokens and positions on plans, as far as you may read them: run it as root. Passwords, \
        tokens and keys in files of their own are not included, unless root adds --with-secrets. If FILE ends in \
        .sqlite or .db, it becomes only the database.

        The archive is written to FILE.part, which is renamed to FILE once it is complete and on the disk. - as \
        FILE is standard output.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let file = invocation.operand(0)
        let isStandardOutput = file == "-"
        guard !isStandardOutput || isatty(STDOUT_FILENO) == 0 else {
            throw Fault(.badRequest, "can't write a backup to a terminal", hint: "use \"domo backup - > FILE\"")
        }
        let withSecrets = invocation.has("--with-secrets")
        guard !withSecrets || geteuid() == 0 else {
            throw Fault(.notAllowed, "only root may back up secrets", hint: "run it as root, or without --with-secrets")
        }
        let target = isStandardOutput ? nil : try NewFile(path: file, replacesOld: invocation.has("--force"))
        let write = { (bytes: UnsafeRawBufferPointer) throws(Fault) in
            if let target { try target.write(bytes) } else { StandardStreams.write(Array(bytes)) }
        }
        let connection = try invocation.client.connect()
        let isDatabaseAlone = [".sqlite", ".db"].contains(where: file.hasSuffix)
        let files = isDatabaseAlone ? nil : try files(of: connection, into: file, withSecrets: withSecrets)
        let backup = Backup(client: connection, progress: Progress.forTerminal)
        if let files, !files.hasDatabase {
            try backup.runWithoutDatabase(archiving: files, write)
            try target?.finish()
            let report = TransferReport(token: "", bytes: 0)
            StandardStreams.write(text(report, of: target, files: files.files, invocation.client))
            return .done
        }
        let (report, leftover) = try backup.run(archiving: files, write)
        try target?.finish()
        if let leftover {
            StandardStreams.writeError(
                Rendering(for: .error)
                    .warning("the backup is complete, but the daemon could not remove its copy: \(leftover.message)")
            )
        }
        StandardStreams.write(text(report, of: target, files: files?.files ?? [], invocation.client))
        return .done
    }

    private static func text(
        _ report: TransferReport,
        of target: NewFile?,
        files: [SourceFile],
        _ client: ClientOptions
    ) -> String {
        guard let target else { return "" }
        return client.json
            ? Rendering.json(report)
            : Rendering(for: .output).backup(file: target.path, bytes: report.bytes, files: files)
    }

    /// Reads the other files, and warns of those that can't be read.
    private static func files(
        of connection: ControlClient,
        into file: String,
        withSecrets: Bool
    ) throws(Fault) -> BackupFiles {
        let status = try ReplyLine.decode(StatusView.self, from: connection.ask(.status).content())
        // Whose rights are limited to some places is shown no files, and a backup without any restores nothing.
        guard status.files != nil else {
            throw Fault(.notAllowed, "a backup needs the role manage for all places", hint: "run it as root")
        }
        let files = BackupFiles(status, withSecrets: withSecrets)
        var warnings = files.files.compactMap { file -> String? in
            guard case .unreadable(let path, let reason) = file else { return nil }
            return "\(path): \(reason): it is not in the backup"
        }
        if files.hasSecrets {
            warnings.append(
                "\(file == "-" ? "the backup" : file) holds passwords and keys: keep it where nobody else can read it, "
                    + "or encrypt it: domo backup - --with-secrets | age -p > FILE"
            )
        }
        for warning in warnings { StandardStreams.writeError(Rendering(for: .error).warning(warning)) }
        return files
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
