import ArgumentParser
import DomoLanguage

struct StatusVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "The daemon, and each server: reachable, last contact, orders waiting.",
        usage: "domo status"
    )

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("status")] }
    var operands: [String] { [] }
}
