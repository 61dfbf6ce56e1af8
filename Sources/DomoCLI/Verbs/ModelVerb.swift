import ArgumentParser
import DomoLanguage

struct ModelVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .model,
        discussion: "As JSON, for programs: what a page or an assistant needs to show the house. ls shows the readings."
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The house or sector; all houses without one.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.model)] }
}

extension VerbCommands {
    static var model: any VerbCommand.Type { ModelVerb.self }
}
