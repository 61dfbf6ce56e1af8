import ArgumentParser
import DomoLanguage

struct OffVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .off,
        discussion: "Returns at once; domo orders shows what becomes of each order."
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The house or sector.", valueName: "place"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(help: "Print the devices that would be switched off, and send nothing.")
    var explain = false

    var head: [Words.Word] { [.verb(.off)] + (explain ? [.keyword("--explain")] : []) }

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
