import DomoLanguage

enum CalendarVerb: VerbCommand {
    static let discussion = """
        Times are in the time zone of the house. If the time zone of this terminal differs, and on days when the \
        clocks change, each time is followed by its UTC offset. With --json each line is one page of the reply.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard case .calendar(let question)? = invocation.line?.request else { return .done }
        let calendar = SceneCalendar(
            client: try invocation.client.connect(),
            json: invocation.client.json,
            rendering: Rendering(for: .output)
        ) { StandardStreams.write($0) }
        try calendar.list(question)
        return .done
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
