import DomoLanguage

enum OffVerb: VerbCommand {
    static let discussion = "Returns at once; domo orders shows what becomes of each order."

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.group(
            try answer.decode(),
            ifNone: "no device to switch off: all are confirmed off, can't be switched, or are left out (see --explain)"
        )
    }
}

extension Rendering {
    func group(_ report: GroupReport, ifNone: String) -> String {
        let leftOut = (report.leftOut ?? []).map {
            "left out: \(DisplayText.safe($0.element)) (\(DisplayText.safe($0.reason)))\n"
        }.joined()
        if report.elements.isEmpty { return ifNone + "\n" + leftOut }
        if let orders = report.orders { return orders.map { receipt($0) + "\n" }.joined() }
        return report.elements.map { DisplayText.safe($0) + "\n" }.joined() + leftOut
    }
}

extension VerbCommands {
    static var off: any VerbCommand.Type { OffVerb.self }
}
