import DomoLanguage

enum ShowVerb: VerbCommand {
    static let discussion = HelpText.certainty

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let shown: Shown = try answer.decode()
        if let count = shown.count { return rendering.place(shown, count: count) }
        return rendering.element(try answer.decode())
    }
}

/// What an element and a place have in common.
struct Shown: Decodable {
    var id: String?
    var path: String
    var kind: String
    var label: String?
    /// The number of elements in a place; nil for an element.
    var count: Int?
}

extension VerbCommands {
    static var show: any VerbCommand.Type { ShowVerb.self }
}
