// The verbs for the daemon and its database.

extension VerbRows {
    static let status = VerbRow(
        "status",
        "Show the state of the daemon and of each server: reachable, last contact, waiting orders.",
        needs: .read,
        Form(
            .option(
                VerbOption("--check", help: "Exit with 69 if a server or a bus is unreachable.").for(.commandLine)
            ),
            .option(VerbOption("--quiet", "-q", help: "Print nothing but errors.").for(.commandLine))
        ) { _ in .status }
    )

    static let doctor = VerbRow(
        "doctor",
        "Check links, queues, history, backup, disk and configuration, and suggest how to fix problems.",
        needs: .read,
        needsAllPlaces: true,
        Form(
            .option(
                VerbOption("--bundle", value: "FILE", .files, "Write the data for a bug report to this file.")
                    .for(.commandLine)
            )
        ) { _ in .doctor }
    )

    static let reload = VerbRow(
        "reload",
        "Reload the configuration, house files and scenes; if one has an error, nothing changes.",
        needs: .manage,
        Form { _ in .reload }
    )

    static let backup = VerbRow(
        "backup",
        "Archive the database, configuration, houses and scenes while the daemon runs.",
        needs: .manage,
        needsAllPlaces: true,
        Form("begin", for: .lines) { _ in .backup(.begin) },
        Form("read", .operand("TOKEN"), .operand("OFFSET"), for: .lines) { arguments throws(UsageError) in
            .backup(.read(token: arguments.operands[0], offset: try arguments.offset(1)))
        },
        Form("end", .operand("TOKEN"), for: .lines) { .backup(.end(token: $0.operands[0])) },
        Form(
            .operand("FILE", .files, "The file to write; - is standard output."),
            .option(
                VerbOption("--with-secrets", help: "Include passwords and keys; for root alone.").for(.commandLine)
            ),
            .option(VerbOption("--force", help: "Replace FILE if it exists.").for(.commandLine))
        )
    )

    static let restore = VerbRow(
        "restore",
        "Restore a backup: the whole house, or its readings and orders.",
        needs: .manage,
        needsAllPlaces: true,
        Form("begin", for: .lines) { _ in .restore(.begin) },
        Form("write", .operand("TOKEN"), .operand("OFFSET"), .operand("DATA"), for: .lines) {
            arguments throws(UsageError) in
            let operands = arguments.operands
            return .restore(.write(token: operands[0], offset: try arguments.offset(1), data: operands[2]))
        },
        Form("end", .operand("TOKEN"), for: .lines) { .restore(.end(token: $0.operands[0])) },
        Form(
            .operand("FILE", .files, "A file made by domo backup."),
            .option(
                VerbOption("--config", value: "FILE", .files, "The configuration file of domod here.")
                    .for(.commandLine)
            ),
            .option(
                VerbOption("--state", value: "FOLDER", .files, "The state folder of domod here.").for(.commandLine)
            ),
            .option(yes)
        ),
        Form(
            .operand("FILE", .files),
            .required(
                VerbOption("--history", help: "Restore only readings and orders, while domod runs.").for(.commandLine)
            ),
            .option(yes)
        )
    )

    private static let yes = VerbOption("--yes", "-y", help: "Don't ask for confirmation.").for(.commandLine)
}
