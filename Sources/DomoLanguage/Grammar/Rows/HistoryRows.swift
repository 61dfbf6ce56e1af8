// The verbs for what was stored.

extension VerbRows {
    static let history = VerbRow(
        "history",
        "Show the past values of an element; with --from, all records after a cursor, in the order of writing.",
        needs: .read,
        Form(
            .operand("ELEMENT", .elements(nil)),
            .options(.since, .until),
            .either(
                .after,
                VerbOption("--points", value: "N", "Summarize the time as at most N points: 1–1000."),
                VerbOption("--chart", help: "Draw a chart as wide as the terminal.").for(.commandLine)
            )
        ) { arguments throws(UsageError) in
            .history(element: arguments.operands[0], try Period(arguments, points: true))
        },
        Form(
            .required(
                VerbOption(
                    "--from",
                    value: "CURSOR",
                    .words([RecordsQuestion.start, RecordsQuestion.now]),
                    "All records after this cursor: of an earlier reply, start, or now."
                )
            ),
            .anyPath
        ) { .records(RecordsQuestion(from: $0.value("--from") ?? "", path: $0.operands.first)) }
    )

    static let log = VerbRow(
        "log",
        "Show what happened in the house: doors, switches, scenes that ran or did not and why, links lost and back.",
        needs: .read,
        Form(
            .anyPath,
            .option(
                .last("entries", most: HouseLogQuestion.maxEntries, usual: HouseLogQuestion.defaultEntries)
            ),
            .option(VerbOption("--before", value: "NEXT", "Older entries: what the last line of the list says.")),
            .option(.onlySince("entries")),
            .option(VerbOption("--until", value: "TIME", "Only entries until this time.")),
            .option(
                VerbOption(
                    "--kind",
                    value: "KIND,…",
                    .words(HouseLogEntry.Kind.allCases.map(\.rawValue)),
                    "Only entries of this kind, or of these, with commas."
                )
            )
        ) { arguments throws(UsageError) in .log(try HouseLogQuestion(arguments)) },
        Form(
            .option(
                VerbOption("--journal", help: "Show the daemon's messages from the systemd journal.").for(.commandLine)
            ),
            .option(VerbOption("-f", "--follow", help: "In the journal: follow it.").for(.commandLine)),
            .option(
                VerbOption("-n", "--lines", value: "N", "In the journal: the number of last lines to show.")
                    .for(.commandLine)
            ),
            .option(.onlySince("entries")),
            .option(
                VerbOption(
                    "--element",
                    value: "ELEMENT",
                    .elements(nil),
                    "In the journal: only lines about this element."
                ).for(.commandLine)
            ),
            .option(
                VerbOption("--link", value: "LINK", "In the journal: only lines about this link.").for(.commandLine)
            ),
            .option(
                VerbOption("--scene", value: "SCENE", .scenes, "In the journal: only lines about this scene.")
                    .for(.commandLine)
            )
        )
    )

    static let stats = VerbRow(
        "stats",
        "Compare this week with last week: changes, time on, means, orders, failures.",
        needs: .read,
        Form(.anyPath) { .stats(path: $0.operands.first) }
    )

    static let export = VerbRow(
        "export",
        "Export all stored readings and orders for other programs.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            .option(
                VerbOption("--format", value: "csv|jsonl", .words(["csv", "jsonl"]), "The format; jsonl by default.")
                    .for(.commandLine)
            ),
            .options(.since, .until, .after),
            .note("> FILE")
        ) { arguments throws(UsageError) in .export(try Period(arguments)) }
    )

    static let rename = VerbRow(
        "rename",
        "Give the history of a path that the houses no longer have to the element or place that it is now.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            .operand("OLD", .nothing, "The whole old path."),
            .operand("NEW", .places, "The name or path that it has now.")
        ) { .rename(old: $0.operands[0], new: $0.operands[1]) }
    )

    static let audit = VerbRow(
        "audit",
        "List who signed in, made or revoked tokens, reloaded or changed files, and what was refused.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            .option(.last("entries", most: LogQuestion.maxEntries, usual: LogQuestion.defaultEntries)),
            .option(VerbOption("--before", value: "NUMBER", "Only entries before this number.")),
            .option(.onlySince("entries")),
            .option(
                VerbOption(
                    "--kind",
                    value: "KIND",
                    .words(LogEntry.Kind.allCases.map(\.rawValue)),
                    "Only entries of this kind."
                )
            )
        ) { arguments throws(UsageError) in .audit(try LogQuestion(arguments)) }
    )
}
