// The verbs that show the house and what happens in it.

extension VerbRows {
    static let list = VerbRow(
        "ls",
        "List the elements of a house or sector with their readings.",
        needs: .read,
        Form(
            .option(VerbOption("-r", "--recursive", help: "Show the whole tree.")),
            .option(
                VerbOption(
                    "-l",
                    "--long",
                    help: "Show every type with the certainty of its reading, since when, and by whom."
                ).for(.commandLine)
            ),
            .option(
                VerbOption("--language", value: "TAG", "The language of labels; that of the terminal by default.")
            ),
            .anyPath
        ) { .list(path: $0.operands.first, recursive: $0.has("-r"), language: $0.value("--language")) }
    )

    static let show = VerbRow(
        "show",
        "Show the readings and the ID of one element, or the ID of a place.",
        needs: .read,
        Form(.operand("ELEMENT", .elements(nil), "The element, or a place for its ID.")) {
            .show(element: $0.operands[0])
        }
    )

    static let model = VerbRow(
        "model",
        "Print places and elements as the house files describe them: labels, icons, units, limits.",
        needs: .read,
        Form(
            .optional("PATH", .places, "A house or sector; all houses by default."),
            .option(
                VerbOption(
                    "--ids",
                    help: "Add the ID of each place, element and part, which stays when it is renamed or moved."
                )
            )
        ) { .model(path: $0.operands.first, ids: $0.has("--ids")) }
    )

    static let watch = VerbRow(
        "watch",
        "Print events as they happen, until stopped; optionally all stages of orders and the telegrams of buses.",
        needs: .read,
        Form(
            .optional("PATH", .places, "A house, sector or element; everything by default."),
            .option(VerbOption("--orders", help: "Show every stage of orders, not only failures.")),
            .option(VerbOption("--telegrams", help: "Show the telegrams on buses too; needs the role manage."))
        ) { .watch(Watched($0)) }
    )

    static let why = VerbRow(
        "why",
        "Explain why an element is as it is: its orders, scenes, triggers, link and past values.",
        needs: .read,
        Form(.operand("ELEMENT", .elements(nil))) { .why(element: $0.operands[0]) }
    )

    static let plan = VerbRow(
        "plan",
        "Show the floor plan of a house or sector, or move things on it (0–1 from the left and from the top).",
        needs: .read,
        Form("show", .operand("PLACE", .places)) { .plan(.show(place: $0.operands[0])) },
        Form(
            "move",
            .option(VerbOption("--in", value: "PLACE", .places, "Move only things in this place.")),
            .repeated(
                [Operand("PATH", .places, "What to move, and its new position."), Operand("X"), Operand("Y")],
                upTo: PlanStep.maxMoves
            )
        ) { arguments throws(UsageError) in .plan(try PlanStep(moves: arguments)) }
    )
}
