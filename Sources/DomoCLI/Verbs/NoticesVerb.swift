import ArgumentParser
import DomoLanguage

struct NoticesVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .notices,
        usage: """
            domo notices [--last N]
            domo notices ack NUMBER
            """,
        discussion: "The newest comes first. An acknowledgement ends the repeats of a notice, and its escalation."
    )

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("ack, and the number of a notice.", valueName: "command"))
    var operands: [String] = []

    @Option(
        help: ArgumentHelp(
            "How many notices: 1–\(NoticesStep.maxCount); \(NoticesStep.usualCount) by default.",
            valueName: "n"
        )
    )
    var last: String?

    @Option(help: ArgumentHelp("The code of the message, instead of a role.", valueName: "code"))
    var code: String?

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.notices)]
        for (option, value) in [("--last", last), ("--code", code)] {
            if let value { words += [.keyword(option), .literal(value)] }
        }
        return words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let list: NoticeReport = try answer.decode()
        return list.notices.isEmpty ? "no notices\n" : rendering.notices(list.notices)
    }
}

/// For the program that sends the messages.
struct NotifierVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .notifier,
        usage: "domo notifier done ID sent|failed|unknown [--message TEXT]",
        discussion: "domo-notify uses it on a connection of its own, which then carries the messages as events."
    )

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var operands: [String] = []

    @Option(help: ArgumentHelp("Why it failed.", valueName: "text"))
    var message: String?

    @OptionGroup var client: ClientOptions

    /// Only programs use it.
    static let isOneRequest = false

    var head: [Words.Word] {
        [.verb(.notifier)] + (message.map { [.keyword("--message"), .literal($0)] } ?? [])
    }
}

extension VerbCommands {
    static var notices: any VerbCommand.Type { NoticesVerb.self }
    static var notifier: any VerbCommand.Type { NotifierVerb.self }
}
