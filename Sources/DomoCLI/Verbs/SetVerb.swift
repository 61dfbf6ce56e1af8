import ArgumentParser
import DomoLanguage
import DomoModel

struct SetVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.set, discussion: HelpText.waiting)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element, or the place with --all, and its new value.", valueName: "element value"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions
    @OptionGroup var order: OrderOptions

    @Option(
        help: "The type to set: \(FacetType.allCases.map(\.word).joined(separator: ", ")).",
        completion: .list(FacetType.allCases.map(\.word))
    )
    var `as`: String?

    @Flag(help: "Set all devices of a house or sector whose types take the value, but no services.")
    var all = false

    var head: [Words.Word] {
        [.verb(.set)] + (`as`.map { [.keyword("--as"), .literal($0)] } ?? []) + (all ? [.keyword("--all")] : [])
            + order.words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        if case .group = answer.request {
            let none = "no device to set: none takes the value, or all are confirmed to have it"
            return rendering.group(try answer.decode(), ifNone: none)
        }
        return try rendering.order(answer)
    }

    static func patience(for request: Request) -> Duration { request.orderPatience }
}

extension VerbCommands {
    static var set: any VerbCommand.Type { SetVerb.self }
}
