import DomoLanguage

enum RenameVerb: VerbCommand {
    static let discussion = """
        An element or place that gets another name in its house file, moves to another sector or becomes a part of a \
        device has another path, and begins a new history. This gives it the old one: readings, orders and statistics. \
        OLD is its whole old path; the house files no longer have it. Both histories of an element that already has a \
        new one become one.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let report: RenameReport = try answer.decode()
        let count = report.elements == 1 ? "" : " (\(report.elements) elements)"
        return "the history of \(DisplayText.safe(report.old)) is that of \(DisplayText.safe(report.new)) now\(count)\n"
    }

    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var rename: any VerbCommand.Type { RenameVerb.self }
}
