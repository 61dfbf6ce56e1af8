import ArgumentParser
import DomoLanguage

/// What the command line knows of a verb of the language, beside what stands in the verb's row.
protocol VerbCommand: ClientVerb {
    /// True where it is one line of the language and its reply.
    static var isOneRequest: Bool { get }

    /// Options with a value that are the command line's own.
    static var ownOptions: Set<String> { get }

    /// The answer for people, whole lines.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String

    /// The status of an answer that is no error but tells of one.
    static func failure(in answer: Answer) throws(Fault) -> DomoLanguage.ExitStatus?

    /// How long the answer may take before the daemon is thought to hang: more than it may need itself.
    static func patience(for request: Request) -> Duration
}

extension VerbCommand {
    static var isOneRequest: Bool { false }
    static var ownOptions: Set<String> { [] }

    // A step of something larger: whoever asks for one by itself is a program.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String { Rendering.json(answer.bytes) }
    static func failure(in answer: Answer) throws(Fault) -> DomoLanguage.ExitStatus? { nil }
    static func patience(for request: Request) -> Duration { .seconds(10) + ControlClient.margin }
}

extension VerbCommand where Self: RequestVerb {
    static var isOneRequest: Bool { true }
}

/// The command of every verb. Each stands in its command's file.
enum VerbCommands: PerVerb {
    typealias Entry = any VerbCommand.Type
}

extension CommandConfiguration {
    /// - Parameter usage: the language's where the command line takes the same.
    init(_ verb: Verb, usage: String? = nil, discussion: String = "") {
        self.init(
            commandName: verb.rawValue,
            abstract: verb.row.abstract,
            usage: usage ?? "domo \(verb.row.usage)",
            discussion: discussion
        )
    }
}
