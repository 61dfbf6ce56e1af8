import DomoLanguage

/// A verb as somebody called it: its arguments are read and checked.
struct Invocation {
    let arguments: Arguments
    /// Nil if it is not one request of the language.
    let line: CheckedLine?
    let client: ClientOptions

    init(_ words: [Words.Word], of row: VerbRow, _ client: ClientOptions) throws(Fault) {
        let (arguments, request) = try RequestParser.read([Words.Word(text: row.word, column: 1)] + words, of: row)
        self.arguments = arguments
        line = request.map { CheckedLine(arguments.line, $0) }
        self.client = client
    }

    var conversation: Conversation { Conversation(socket: client.socket, json: client.json) }

    func has(_ option: String) -> Bool { arguments.has(option) }

    func value(_ option: String) -> String? { arguments.value(option) }

    /// An operand that the form requires.
    func operand(_ number: Int) -> String { arguments.operands[number] }

    /// That of the request; of a verb that is none, nil.
    var command: (any VerbCommand.Type)? { Verb(word: arguments.row.word).map { VerbCommands[$0] } }
}
