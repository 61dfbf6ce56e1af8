import DomoLanguage

enum NotifyVerb: VerbCommand {
    static let discussion = """
        Sends a message to targets and groups of the configuration of domo-notify, waits for the outcomes, at most a \
        minute, and shows them. Messages that are not urgent wait in quiet hours.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let report: NoticeReport = try answer.decode()
        return report.notices.isEmpty ? "no notice is open for this cause\n" : rendering.notices(report.notices)
    }

    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? {
        let report: NoticeReport = try answer.decode()
        let states = report.notices.flatMap(\.sendings).map(\.state)
        return states.contains { [.failed, .expired, .lost].contains($0) } ? .unreachable : nil
    }

    /// Longer than the daemon waits for the outcomes.
    static func patience(for request: Request) -> Duration { .seconds(70) + ControlClient.margin }
}

extension VerbCommands {
    static var notify: any VerbCommand.Type { NotifyVerb.self }
}
