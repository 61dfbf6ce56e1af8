import ArgumentParser
import DomoLanguage

struct CalendarVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .calendar,
        discussion: """
            Times are in the time zone of the house. If the time zone of this terminal differs, and on days when the \
            clocks change, each time is followed by its UTC offset. With --json each line is one page of the reply.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A scene; or a house, sector or element, for the scenes that order something there.",
            valueName: "scene"
        ),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @OptionGroup var client: ClientOptions

    // `-2d` is taken as a value, so that the error says how to write a time.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The start: 06:00 (today), 2026-12-24, 2026-12-24T18:00, 2d (ago); now by default.",
            valueName: "time"
        )
    )
    var from: String?

    @Option(
        name: .customLong("for"),
        parsing: .unconditional,
        help: ArgumentHelp("The length: 12h, 30d, at most 400d; 7d by default.", valueName: "duration")
    )
    var length: String?

    func words(literals: Int) -> [Words.Word] {
        [.verb(.calendar)] + (from.map { [.keyword("--from"), .literal($0)] } ?? [])
            + (length.map { [.keyword("--for"), .literal($0)] } ?? [])
            + Words.Word.operands(operands, literals: literals)
    }

    func run(literals: Int) throws {
        guard case .calendar(let question)? = try RequestParser.parse(command: words(literals: literals)) else {
            return
        }
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

    // The daemon may read a year from a slow disk, or compute it day by day.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var calendar: any VerbCommand.Type { CalendarVerb.self }
}
