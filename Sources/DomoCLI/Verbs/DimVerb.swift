import ArgumentParser
import DomoLanguage

struct DimVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.dim, discussion: HelpText.waiting)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element and its new level in percent.", valueName: "element level"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    var head: [Words.Word] { [.verb(.dim)] + order.words }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        try rendering.order(answer)
    }

    static func patience(for request: Request) -> Duration { request.orderPatience }
}

extension VerbCommands {
    static var dim: any VerbCommand.Type { DimVerb.self }
}
