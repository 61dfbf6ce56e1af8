import ArgumentParser
import DomoLanguage

struct AuditVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .audit,
        discussion: """
            The newest comes first. Equal events are counted: sign-ins for a day, failed ones and refused requests for \
            an hour. Of each kind, \(LogEntry.Kind.maxEntries) are kept, at most as long as the history keeps its records.

            Kinds: \(LogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
            """
    )

    @OptionGroup var client: ClientOptions

    @Option(
        help: ArgumentHelp(
            """
            How many entries: 1–\(LogQuestion.maxEntries); \(LogQuestion.defaultEntries) by default, or all with \
            --since.
            """,
            valueName: "n"
        )
    )
    var last: String?

    @Option(help: ArgumentHelp("Only entries before this number.", valueName: "number"))
    var before: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only entries since this time: \(HelpText.times).", valueName: "time")
    )
    var since: String?

    @Option(help: ArgumentHelp("Only entries of this kind.", valueName: "kind"))
    var kind: String?

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.audit)]
        for (option, value) in [("--last", last), ("--before", before), ("--since", since), ("--kind", kind)] {
            if let value { words += [.keyword(option), .literal(value)] }
        }
        return words
    }

    var operands: [String] { [] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.log(try answer.decode())
    }

    // The daemon may read from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var audit: any VerbCommand.Type { AuditVerb.self }
}
