import DomoLanguage

/// What `domo` does for a verb, in addition to its row in the table of verbs.
protocol VerbCommand: SendableMetatype {
    /// Explains the verb in its help.
    static var discussion: String { get }

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus

    /// Formats the answer for people, in whole lines.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String

    /// The exit status of a successful reply that reports a failure.
    static func failure(in answer: Answer) throws(Fault) -> ExitStatus?

    /// The maximum time for the reply: longer than the daemon may need for it.
    static func patience(for request: Request) -> Duration
}

extension VerbCommand {
    static var discussion: String { "" }

    /// One request and its reply.
    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard let line = invocation.line else { return .done }
        return try invocation.conversation.run(line)
    }

    // A step of a larger operation: only programs send it by itself.
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String { Rendering.json(answer.bytes) }
    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? { nil }
    static func patience(for request: Request) -> Duration { .seconds(10) + ControlClient.margin }

    /// For requests that read much: from the database, or of a large house.
    static var slowPatience: Duration { .seconds(60) + ControlClient.margin }
}

/// The command of every verb of the language. Each entry is in the file of its command.
enum VerbCommands: PerVerb {
    typealias Entry = any VerbCommand.Type
}
