import ArgumentParser
import DomoLanguage

struct ReloadVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Read the models and scenes again: all or nothing.",
        usage: "domo reload"
    )

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("reload")] }
    var operands: [String] { [] }
}
