import ArgumentParser
import DomoLanguage

/// The command of a verb of the language, in addition to its row in the table of verbs.
protocol VerbCommand: ClientVerb {
    /// True if it is one request and its reply.
    static var isOneRequest: Bool { get }

    /// Options with a value that only the command line has.
    static var ownOptions: Set<String> { get }

    /// Formats the answer for people, in whole lines.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String

    /// The exit status of a successful reply that reports a failure.
    static func failure(in answer: Answer) throws(Fault) -> DomoLanguage.ExitStatus?

    /// The maximum time for the reply: longer than the daemon may need for it.
    static func patience(for request: Request) -> Duration
}

extension VerbCommand {
    static var isOneRequest: Bool { false }
    static var ownOptions: Set<String> { [] }

    // A step of a larger operation: only programs send it by itself.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String { Rendering.json(answer.bytes) }
    static func failure(in answer: Answer) throws(Fault) -> DomoLanguage.ExitStatus? { nil }
    static func patience(for request: Request) -> Duration { .seconds(10) + ControlClient.margin }

    /// For requests that read much: from the database, or of a large house.
    static var slowPatience: Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommand where Self: RequestVerb {
    static var isOneRequest: Bool { true }
}

/// The command of every verb. Each entry is in the file of its command.
enum VerbCommands: PerVerb {
    typealias Entry = any VerbCommand.Type
}

extension CommandConfiguration {
    /// - Parameter usage: that of the language by default.
    init(_ verb: Verb, usage: String? = nil, discussion: String = "") {
        self.init(
            commandName: verb.rawValue,
            abstract: verb.row.abstract,
            usage: usage ?? "domo \(verb.row.usage)",
            discussion: discussion
        )
    }
}

extension RequestParser {
    /// Reads the words of a command. Faults show the usage of the command line, which has options of its own.
    static func parse(command words: [Words.Word]) throws(Fault) -> Request? {
        try parse(words) {
            guard let verb = words.first.flatMap({ Verb(word: $0.text) }) else { return "domo VERB …" }
            let usage = VerbCommands[verb].configuration.usage ?? "domo \(verb.row.usage)"
            return usage.split(separator: "\n").joined(separator: " | ")
        }
    }
}
