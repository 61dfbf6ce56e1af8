import ArgumentParser
import DomoLanguage

struct ReloadVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.reload)

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.reload)] }
    var operands: [String] { [] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.reload(try answer.decode())
    }

    // House files may come from slow servers.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var reload: any VerbCommand.Type { ReloadVerb.self }
}
