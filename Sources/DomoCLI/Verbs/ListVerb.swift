import ArgumentParser
import DomoLanguage

struct ListVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .list,
        usage: "domo ls [-r] [-l] [--language TAG] [PATH]",
        discussion: HelpText.certainty
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, sector or element; all houses by default.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(name: [.short, .long], help: "Show the whole tree.")
    var recursive = false

    @Flag(name: [.short, .long], help: "Show every type with the certainty of its reading, since when, and by whom.")
    var long = false

    @Option(help: ArgumentHelp("The language of labels; that of the terminal by default.", valueName: "tag"))
    var language: String?

    var head: [Words.Word] {
        [.verb(.list)] + (recursive ? [.keyword("-r")] : []) + Self.words(ofLanguage: language ?? TerminalLanguage.tag)
    }

    static func words(ofLanguage tag: String?) -> [Words.Word] {
        tag.map { [.keyword("--language"), .literal($0)] } ?? []
    }

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        let conversation = Conversation(socket: client.socket, json: client.json)
        let status = try conversation.run(request, text: long ? Self.longText : Self.text)
        if status != .done { throw Ending(status: status) }
    }

    private static func longText(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.longListing(try DeepListing.decode(answer.bytes))
    }

    static func patience(for request: Request) -> Duration { slowPatience }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        var isRecursive = false
        if case .list(_, recursive: true, language: _) = answer.request { isRecursive = true }
        return rendering.listing(try DeepListing.decode(answer.bytes), recursive: isRecursive)
    }
}

extension VerbCommands {
    static var list: any VerbCommand.Type { ListVerb.self }
}
