import ArgumentParser
import DomoLanguage

struct ShowVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.show, discussion: HelpText.certainty)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The element.", valueName: "element"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.show)] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.element(try answer.decode())
    }
}

extension VerbCommands {
    static var show: any VerbCommand.Type { ShowVerb.self }
}
