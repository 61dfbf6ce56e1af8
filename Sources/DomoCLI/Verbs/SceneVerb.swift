import ArgumentParser
import DomoLanguage

struct SceneVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "Run a scene.",
        usage: "domo scene NAME [--explain]"
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The scene.", valueName: "name"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    @Flag(help: "Print the signals that would be sent, and send nothing.")
    var explain = false

    var head: [Words.Word] { [.keyword("scene")] + (explain ? [.keyword("--explain")] : []) }
}
