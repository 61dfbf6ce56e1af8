import ArgumentParser
import DomoLanguage

struct ScenesVerb: RequestVerb {
    static let configuration = CommandConfiguration(
        commandName: "scenes",
        abstract: "The scenes: what starts each, when next, and how it ended last.",
        usage: "domo scenes",
        discussion: """
            `domo help scenes` tells how a scene file is written. Times are those of the clocks of the house, each \
            with its distance from UTC behind it where this terminal's clock shows another; a scene that runs tells \
            its step instead.
            """
    )

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.keyword("scenes")] }
    var operands: [String] { [] }
}
