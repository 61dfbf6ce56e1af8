// The verb for a KNX bus.

extension VerbRows {
    static let knx = VerbRow(
        "knx",
        "Inspect a KNX bus, write to it, or leave it to ETS for a while.",
        needs: .manage,
        needsAllPlaces: true,
        Form("read", .operand("ADDRESS"), .options(dpt, link)) {
            .knx(.read(address: $0.operands[0], type: $0.value("--dpt")), link: $0.value("--link"))
        },
        Form("write", .operand("ADDRESS"), .operand("VALUE"), .options(dpt, link)) {
            let operands = $0.operands
            let command = LinkCommand.write(address: operands[0], value: operands[1], type: $0.value("--dpt"))
            return .knx(command, link: $0.value("--link"))
        },
        Form(
            "monitor",
            .options(filter, raw)
        ) { _ in .watch(Watched(telegrams: true)) },
        Form(
            "log",
            .options(.since, .until, .after, filter),
            .either(raw, VerbOption("--ets", help: "Write XML for ETS.").for(.commandLine)),
            .option(link)
        ) { arguments throws(UsageError) in
            .knx(.log(try Period(arguments)), link: arguments.value("--link"))
        },
        Form("doctor", .option(link)) { .knx(.diagnose, link: $0.value("--link")) },
        Form(
            "learn",
            .optional("start|stop", .words(LinkCommand.Learning.allCases.map(\.rawValue))),
            .option(link)
        ) { arguments throws(UsageError) in
            .knx(.learn(try LinkCommand.learning(arguments)), link: arguments.value("--link"))
        },
        Form("pause", .operand("DURATION"), .hidden(Operand("LINK")), .option(link)) { arguments throws(UsageError) in
            let pause = LinkCommand.pause(try arguments.operand(0, LinkCommand.readPause))
            return .knx(pause, link: try LinkCommand.link(arguments, operand: 1))
        },
        Form("resume", .hidden(Operand("LINK")), .option(link)) { arguments throws(UsageError) in
            .knx(.resume, link: try LinkCommand.link(arguments, operand: 0))
        },
        Form(
            "discover",
            .optional("HOST"),
            .option(
                VerbOption("--interface", value: "NAME", "Search only through this network interface: eth0.")
            ),
            .option(VerbOption("--timeout", value: "DURATION", "How long to wait for answers: 5s; 3s by default."))
        ) { arguments throws(UsageError) in .discover(try InterfaceQuery(arguments)) }
    )

    private static let dpt = VerbOption("--dpt", value: "TYPE", "The datapoint type of the value: 9.001.")
    private static let link = VerbOption("--link", value: "NAME", "The link, by its name in the configuration.")
    private static let filter = VerbOption("--filter", value: "TEXT", "Show only telegrams that contain this text.")
        .for(.commandLine)
    private static let raw = VerbOption("--raw", help: "Show the frames too.").for(.commandLine)
}
