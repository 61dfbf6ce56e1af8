import ArgumentParser
import DomoLanguage

struct ListVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.list, discussion: HelpText.certainty)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, a sector or an element; all houses without it.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(name: .short, help: "The whole tree.")
    var recursive = false

    var head: [Words.Word] { [.verb(.list)] + (recursive ? [.keyword("-r")] : []) }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        var isRecursive = false
        if case .list(_, recursive: true) = answer.request { isRecursive = true }
        return rendering.listing(try DeepListing.decode(answer.bytes), recursive: isRecursive)
    }
}

extension VerbCommands {
    static var list: any VerbCommand.Type { ListVerb.self }
}
