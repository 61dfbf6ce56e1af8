import DomoLanguage

enum AuditVerb: VerbCommand {
    static let discussion = """
        The newest comes first. Equal events are counted: sign-ins for a day, failed ones and refused requests for \
        an hour. Of each kind, \(LogEntry.Kind.maxEntries) are kept, at most as long as the history keeps its records.

        Kinds: \(LogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.log(try answer.decode())
    }

    // The daemon may read from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var audit: any VerbCommand.Type { AuditVerb.self }
}
