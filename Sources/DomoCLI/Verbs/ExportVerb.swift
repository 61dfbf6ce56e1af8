import ArgumentParser
import DomoLanguage
import Glibc

struct ExportVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .export,
        usage: "domo export [--format csv|jsonl] [--since TIME] [--until TIME] > FILE",
        discussion: """
            jsonl is a line of JSON a record, as the daemon has it. csv is a table after RFC 4180 with a line of \
            names; what would be a formula to a spreadsheet (a text that begins with = + - @) has an apostrophe before \
            it there, so take jsonl for texts as they were. Times are UTC.
            """
    )

    @Option(help: "csv or jsonl.", completion: .list(["csv", "jsonl"]))
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

    // A year of a house is read from a disk that may be a slow one, or reckoned day by day.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }

    static let ownOptions: Set = ["--format"]
}

extension VerbCommands {
    static var export: any VerbCommand.Type { ExportVerb.self }
}
