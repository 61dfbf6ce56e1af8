import DomoLanguage

enum OffVerb: VerbCommand {
    static let discussion = "Returns at once; domo orders shows what becomes of each order."

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.group(
            try answer.decode(),
            ifNone: "no device to switch off: all are confirmed off, can't be switched, or are virtual"
        )
    }
}

extension Rendering {
    func group(_ report: GroupReport, ifNone: String) -> String {
        if report.elements.isEmpty { return ifNone + "\n" }
        if let orders = report.orders { return orders.map { receipt($0) + "\n" }.joined() }
        return report.elements.map { DisplayText.safe($0) + "\n" }.joined()
    }
}

extension VerbCommands {
    static var off: any VerbCommand.Type { OffVerb.self }
}
