import DomoModel

// The verbs that give orders.

extension VerbRows {
    static let set = VerbRow(
        "set",
        "Set an element to on, off, up, down, stop, 0–100 or a text; with --all, set all devices of a place.",
        needs: .act,
        Form(
            .operand("ELEMENT", .elements(nil)),
            .operand("VALUE", .values(nil)),
            .option(.asType),
            .orderOptions
        ) { arguments throws(UsageError) in .order(try .set(arguments)) },
        Form(
            .operand("PLACE", .places),
            .operand("VALUE", .values(nil)),
            .required(
                VerbOption(
                    "--all",
                    help: "Set all devices of a house or sector whose types take the value, but no services."
                )
            ),
            .options(.asType, .sentUntil, .explain)
        ) { arguments throws(UsageError) in .group(try GroupOrder(arguments)) }
    )

    static let dim = VerbRow(
        "dim",
        "Set a level, 0–100; +10 and -10 are steps from the last known level; up and down dim until stop, on KNX.",
        needs: .act,
        Form(
            .operand("ELEMENT", .elements(.regulable)),
            .operand("LEVEL", .values(.regulable), "The level in percent, or the step."),
            .orderOptions
        ) { arguments throws(UsageError) in .order(try .dim(arguments)) }
    )

    static let toggle = VerbRow(
        "toggle",
        "Switch an element off if it is on, and on if it is off.",
        needs: .act,
        Form(
            .operand("ELEMENT", .elements(.binary)),
            .orderOptions
        ) { arguments throws(UsageError) in .order(try .toggle(arguments)) }
    )

    static let off = VerbRow(
        "off",
        "Switch off the devices of a house or sector that are not known to be off, but no covers and no services.",
        needs: .act,
        Form(.operand("PLACE", .places, "The house or sector."), .options(.explainGroup, .sentUntil)) {
            arguments throws(UsageError) in
            .group(
                GroupOrder(
                    place: arguments.operands[0],
                    value: "off",
                    explain: arguments.has("--explain"),
                    until: try arguments.value("--until", Timestamp.limit)
                )
            )
        }
    )

    static let orders = VerbRow(
        "orders",
        "List the last orders and the state of each.",
        needs: .read,
        Form(
            .anyPath,
            .option(.last("orders", most: Request.maxOrders, usual: Request.defaultOrders)),
            .option(VerbOption("--before", value: "NUMBER", "Only orders before this number.")),
            .option(.onlySince("orders"))
        ) { arguments throws(UsageError) in try .orders(arguments) }
    )
}
