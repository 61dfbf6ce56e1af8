import DomoModel

// The verbs for scenes.

extension VerbRows {
    static let scene = VerbRow(
        "scene",
        "Run a scene, or stop a running one; stop without a name lists the running scenes.",
        needs: .act,
        Form(
            .operand("NAME", .scenes),
            .many(Operand("VALUE=…", .nothing, "A value for the scene: level=40."), upTo: Script.maxParameters),
            .options(.explainScene, .runTag, .sentUntil)
        ) { arguments throws(UsageError) in try .scene(arguments) },
        Form("stop", .optional("NAME", .scenes), .options(.runTag, .sentUntil)) { arguments throws(UsageError) in
            .sceneStop(
                name: arguments.operands.first,
                tag: try Request.tag(arguments),
                until: try arguments.value("--until", Timestamp.limit)
            )
        }
    )

    static let scenes = VerbRow(
        "scenes",
        "List the scenes: what starts each, when it starts next, and how its last run ended.",
        needs: .read,
        Form { _ in .scenes }
    )

    static let run = VerbRow(
        "run",
        "Run a scene from a file.",
        needs: .act,
        Form(
            .options(.explainScene, .runTag, .sentUntil),
            .operand("NAME"),
            .many(Operand("LINE"), upTo: Request.maxSceneLines - 1),
            for: .lines
        ) { arguments throws(UsageError) in try .run(arguments) },
        Form(.operand("FILE", .files, "A scene file; - is standard input."), .option(.explainScene))
    )

    static let calendar = VerbRow(
        "calendar",
        "Show which scenes start by themselves, and when.",
        needs: .read,
        Form(
            .optional(
                "SCENE|PATH",
                .scenes,
                "A scene; or a house, sector or element, for the scenes that order something there."
            ),
            .option(
                VerbOption(
                    "--from",
                    value: "TIME",
                    "The start: 06:00 (today), 2026-12-24, 2026-12-24T18:00, 2d (ago); now by default."
                )
            ),
            .option(VerbOption("--for", value: "DURATION", "The length: 12h, 30d, at most 400d; 7d by default."))
        ) { arguments throws(UsageError) in .calendar(try CalendarQuestion(arguments)) }
    )

    static let record = VerbRow(
        "record",
        "Record the orders that people give as a scene.",
        needs: .manage,
        Form(.operand("NAME", .nothing, "The name of the new scene.")) { .record(.begin(name: $0.operands[0])) },
        Form(
            "stop",
            .option(
                VerbOption("--to", value: "FILE", .files, "The file to write; - is standard output.")
                    .for(.commandLine)
            )
        ) { _ in .record(.stop) }
    )

    static let script = VerbRow(
        "script",
        "Show, check, save or remove the text of a scene.",
        needs: .read,
        Form("show", .operand("NAME", .scenes)) { .script(.show(name: $0.operands[0])) },
        Form("check", .operand("NAME"), .many(Operand("LINE"), upTo: Request.maxSceneLines - 2)) {
            .script(.check(name: $0.operands[0], lines: Array($0.operands.dropFirst())))
        },
        Form(
            "save",
            .option(textTag),
            .operand("NAME"),
            .many(Operand("LINE"), upTo: Request.maxSceneLines - 2)
        ) {
            let lines = Array($0.operands.dropFirst())
            return .script(.save(name: $0.operands[0], lines: lines, tag: $0.value("--tag")))
        },
        Form("remove", .operand("NAME", .scenes), .required(textTag)) {
            .script(.remove(name: $0.operands[0], tag: $0.value("--tag") ?? ""))
        }
    )

    private static let textTag = VerbOption(
        "--tag",
        value: "TAG",
        "The tag of the text that is replaced or removed, which script show NAME --json prints."
    )
}
