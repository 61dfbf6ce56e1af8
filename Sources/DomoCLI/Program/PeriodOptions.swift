import ArgumentParser
import DomoLanguage

/// The options for a period of time.
struct PeriodOptions: ParsableArguments {
    // `-2d` is taken as a value, so that the error says how to write a time.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The start: \(HelpText.times).",
            valueName: "time"
        )
    )
    var since: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The end; now by default.", valueName: "time"))
    var until: String?

    var words: [Words.Word] {
        (since.map { [.keyword("--since"), .literal($0)] } ?? [])
            + (until.map { [.keyword("--until"), .literal($0)] } ?? [])
    }
}
