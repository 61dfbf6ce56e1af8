import DomoLanguage
import Glibc

enum ExportVerb: VerbCommand {
    static let discussion = """
        jsonl has one line of JSON per record, as the daemon returns it. csv is a table after RFC 4180 with a \
        header line; a text that a spreadsheet would take for a formula (it begins with = + - @) is prefixed with \
        an apostrophe, so use jsonl for unchanged texts. Times are UTC.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard case .export(let period)? = invocation.line?.request else { return .done }
        let word = invocation.value("--format") ?? Export.Format.jsonl.rawValue
        guard let format = Export.Format(rawValue: word) else {
            throw Fault(.badRequest, "\"\(word.prefix(80))\" is not a format", hint: "use csv or jsonl")
        }
        let isSafe = isatty(STDOUT_FILENO) == 1
        let export = Export(client: try invocation.client.connect(), format: format, isSafe: isSafe) {
            StandardStreams.write($0)
        }
        try export.run(period)
        return .done
    }

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var export: any VerbCommand.Type { ExportVerb.self }
}
