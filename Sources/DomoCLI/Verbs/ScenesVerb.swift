import ArgumentParser
import DomoLanguage

struct ScenesVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .scenes,
        discussion: """
            `domo help scenes` tells how a scene file is written. Times are those of the clocks of the house, each \
            with its distance from UTC behind it where this terminal's clock shows another; a scene that runs tells \
            its step instead.
            """
    )

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.scenes)] }
    var operands: [String] { [] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.scenes(try answer.decode())
    }
}

extension VerbCommands {
    static var scenes: any VerbCommand.Type { ScenesVerb.self }
}
