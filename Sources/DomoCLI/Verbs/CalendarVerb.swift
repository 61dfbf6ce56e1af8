import ArgumentParser
import DomoLanguage

struct CalendarVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .calendar,
        discussion: """
            Times are those of the clocks of the house. Where this terminal's clock shows another, and on a day on which \
            the clocks are set anew, each has its distance from UTC behind it. With --json each line is one part of \
            the answer.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A scene; or a house, a sector or an element, for the scenes that order something there.",
            valueName: "scene"
        ),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    // `-2d` is a value too: it is refused as a time, and the hint says how a time is written.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "From when on: 06:00 (today), 2026-12-24, 2026-12-24T18:00, 2d (ago); now without it.",
            valueName: "time"
        )
    )
    var from: String?

    @Option(
        name: .customLong("for"),
        parsing: .unconditional,
        help: ArgumentHelp("For how long: 12h, 30d, 400d at most; 7d without it.", valueName: "duration")
    )
    var length: String?

    func words(literals: Int) -> [Words.Word] {
        [.verb(.calendar)] + (from.map { [.keyword("--from"), .literal($0)] } ?? [])
            + (length.map { [.keyword("--for"), .literal($0)] } ?? [])
            + Words.Word.operands(operands, literals: literals)
    }

    func run(literals: Int) throws {
        guard case .calendar(let question)? = try RequestParser.parse(words(literals: literals)) else { return }
        let calendar = SceneCalendar(
            client: try client.connect(),
            json: client.json,
            rendering: Rendering(for: .output)
        ) { StandardStreams.write($0) }
        try calendar.list(question)
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.calendarPage(try answer.decode())
    }

    // A year of a house is read from a disk that may be a slow one, or reckoned day by day.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var calendar: any VerbCommand.Type { CalendarVerb.self }
}
