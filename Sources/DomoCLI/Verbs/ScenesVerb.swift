import ArgumentParser
import DomoLanguage

struct ScenesVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .scenes,
        discussion: """
            `domo help scenes` shows how to write a scene file. Times are in the time zone of the house, followed by \
            the UTC offset if the time zone of this terminal differs; a running scene shows its current step instead.
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
