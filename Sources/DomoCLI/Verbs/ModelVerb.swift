import ArgumentParser
import DomoLanguage

struct ModelVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .model,
        discussion: "Prints JSON, for programs such as web pages and assistants. ls shows the readings."
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house or sector; all houses by default.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(help: "Add the ID of each place, element and part, which stays when it is renamed or moved.")
    var ids = false

    var head: [Words.Word] { [.verb(.model)] + (ids ? [.keyword("--ids")] : []) }

    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var model: any VerbCommand.Type { ModelVerb.self }
}
