import ArgumentParser
import DomoLanguage

/// The options that choose a stretch of time.
struct PeriodOptions: ParsableArguments {
    // `-2d` is a value too: it is refused as a time, and the hint says how a time is written.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "From when on: \(HelpText.times).",
            valueName: "time"
        )
    )
    var since: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Until when; now without it.", valueName: "time"))
    var until: String?

    var words: [Words.Word] {
        (since.map { [.keyword("--since"), .literal($0)] } ?? [])
            + (until.map { [.keyword("--until"), .literal($0)] } ?? [])
    }
}
