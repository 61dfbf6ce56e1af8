import DomoLanguage

enum NoticesVerb: VerbCommand {
    static let discussion =
        "The newest comes first. An acknowledgement ends the repeats of a notice, and its escalation."

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let list: NoticeReport = try answer.decode()
        return list.notices.isEmpty ? "no notices\n" : rendering.notices(list.notices)
    }
}

/// For the program that sends the messages.
enum NotifierVerb: VerbCommand {
    static let discussion = "domo-notify uses it on a connection of its own, which then carries the messages as events."
}

extension VerbCommands {
    static var notices: any VerbCommand.Type { NoticesVerb.self }
    static var notifier: any VerbCommand.Type { NotifierVerb.self }
}
