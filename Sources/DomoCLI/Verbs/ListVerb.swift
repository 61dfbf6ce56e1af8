import ArgumentParser
import DomoLanguage

struct ListVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "What a house or sector holds, with readings.",
        usage: "domo ls [-r] [PATH]",
        discussion: HelpText.certainty
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, a sector or an element; all houses without it.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(name: .short, help: "The whole tree.")
    var recursive = false

    var head: [Words.Word] { [.keyword("ls")] + (recursive ? [.keyword("-r")] : []) }
}
