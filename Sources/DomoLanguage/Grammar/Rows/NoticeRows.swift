// The verbs for messages to people.

extension VerbRows {
    static let notify = VerbRow(
        "notify",
        "Send a message to people, or report that the cause of an earlier one is over.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            .operand("TEXT"),
            .required(
                VerbOption("--to", value: "NAME[,NAME…]", "The targets and groups, with commas between them.")
            ),
            .option(VerbOption("--urgent", help: "Send it in quiet hours too, and let the phone ring.")),
            .option(
                VerbOption(
                    "--about",
                    value: "CAUSE",
                    "What it is about: another one is only counted for some time."
                )
            ),
            .option(noWait)
        ) { arguments throws(UsageError) in .notify(try NewNotice(arguments)) },
        Form(
            .optional("TEXT"),
            .required(
                VerbOption(
                    "--resolved",
                    help: "The cause is over: repeats end, and whoever got the message is told so."
                )
            ),
            .required(VerbOption("--about", value: "CAUSE", "The cause.")),
            .option(noWait)
        ) { arguments throws(UsageError) in .notify(try NewNotice(resolution: arguments)) }
    )

    private static let noWait = VerbOption("--no-wait", help: "Do not wait for the outcomes.")

    static let notices = VerbRow(
        "notices",
        "List the messages to people and what became of each, or acknowledge one so that its repeats end.",
        needs: .read,
        Form(.option(.last("notices", most: NoticesStep.maxCount, usual: NoticesStep.usualCount, orSince: false))) {
            arguments throws(UsageError) in
            .notices(
                .list(
                    last: try arguments.count("--last", of: "notices", upTo: NoticesStep.maxCount)
                        ?? NoticesStep.usualCount
                )
            )
        },
        Form(
            "ack",
            .operand("NUMBER", .nothing, "The number of a notice."),
            .option(VerbOption("--code", value: "CODE", "The code of the message, instead of a role."))
        ) { arguments throws(UsageError) in .notices(try NoticesStep(acknowledging: arguments)) }
    )

    static let notifier = VerbRow(
        "notifier",
        "Take the messages to people and report their outcomes, for the program that sends them.",
        needs: .manage,
        needsAllPlaces: true,
        Form(
            "attach",
            .option(VerbOption("--target", value: "NAME", "A target.").repeated),
            .option(VerbOption("--group", value: "NAME=TARGET,…", "A name for several targets.").repeated),
            .option(VerbOption("--call", value: "NAME", "A target of the step call.").repeated),
            .option(VerbOption("--quiet", value: "HOURS[=TARGET,…]", "Quiet hours.").repeated),
            .option(VerbOption("--deadline", value: "DURATION", "How long a message may take.")),
            .option(
                VerbOption("--window", value: "DURATION", "How long another one of the same cause is only counted.")
            ),
            .option(VerbOption("--push-key", value: "KEY", "The public key for Web Push.")),
            .option(VerbOption("--keeps-ledger", help: "It knows what it has begun to send.")),
            for: .programs
        ) { arguments throws(UsageError) in .notifier(.attach(try NotifierProfile(arguments))) },
        Form(
            "done",
            .operand("ID"),
            .operand("sent|failed|unknown", .words(["sent", "failed", "unknown"])),
            .option(VerbOption("--message", value: "TEXT", "Why it failed.")),
            .option(VerbOption("--status", value: "CODE", "The HTTP status of a call.").for(.programs)),
            .option(VerbOption("--value", value: "PATH=VALUE", "A value of its answer.").for(.programs).repeated)
        ) { arguments throws(UsageError) in .notifier(.done(try DeliveryReport(arguments))) }
    )

    static let push = VerbRow(
        "push",
        "Manage the browsers that get messages to people: a signed-in browser subscribes, the notifier sends.",
        needs: .read,
        Form("key") { _ in .push(.key) },
        Form("subscribe", .operand("ENDPOINT"), .operand("P256DH"), .operand("AUTH"), for: .programs) {
            arguments throws(UsageError) in .push(try PushStep(subscribing: arguments))
        },
        Form("unsubscribe", .operand("ENDPOINT"), for: .programs) {
            .push(.unsubscribe(endpoint: $0.operands[0]))
        },
        Form("list") { _ in .push(.list) },
        Form("gone", .operand("ID"), for: .programs) { arguments throws(UsageError) in
            .push(.gone(id: try arguments.number(0, of: "a subscription")))
        }
    )
}
