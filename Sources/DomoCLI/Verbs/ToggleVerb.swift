import ArgumentParser
import DomoLanguage

struct ToggleVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.toggle, discussion: HelpText.waiting)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    var head: [Words.Word] { [.verb(.toggle)] + order.words }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        try rendering.order(answer)
    }

    static func patience(for request: Request) -> Duration { request.orderPatience }
}

extension VerbCommands {
    static var toggle: any VerbCommand.Type { ToggleVerb.self }
}
