import ArgumentParser
import DomoLanguage

struct StatusVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.status)

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.status)] }
    var operands: [String] { [] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.status(try answer.decode())
    }
}

extension VerbCommands {
    static var status: any VerbCommand.Type { StatusVerb.self }
}
