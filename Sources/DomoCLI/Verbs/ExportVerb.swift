import ArgumentParser
import DomoLanguage
import Glibc

struct ExportVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .export,
        usage: "domo export [--format csv|jsonl] [--since TIME] [--until TIME] > FILE",
        discussion: """
            jsonl has one line of JSON per record, as the daemon returns it. csv is a table after RFC 4180 with a \
            header line; a text that a spreadsheet would take for a formula (it begins with = + - @) is prefixed with \
            an apostrophe, so use jsonl for unchanged texts. Times are UTC.
            """
    )

    @Option(help: "The format: csv or jsonl.", completion: .list(["csv", "jsonl"]))
    var format: Export.Format = .jsonl

    @OptionGroup var client: ClientOptions
    @OptionGroup var period: PeriodOptions

    func run(literals: Int) throws {
        guard case .export(let period)? = try RequestParser.parse([.verb(.export)] + period.words) else { return }
        let export = Export(client: try client.connect(), format: format, isSafe: isatty(STDOUT_FILENO) == 1) {
            StandardStreams.write($0)
        }
        try export.run(period)
    }

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }

    static let ownOptions: Set = ["--format"]
}

extension VerbCommands {
    static var export: any VerbCommand.Type { ExportVerb.self }
}
