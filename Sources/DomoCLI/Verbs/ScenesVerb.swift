import ArgumentParser
import DomoLanguage

struct ScenesVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "scenes",
        abstract: "The scenes that there are.",
        usage: "domo scenes"
    )

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("scenes")] }
    var operands: [String] { [] }
}
