import ArgumentParser
import DomoLanguage

struct NotifyVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .notify,
        usage: """
            domo notify TEXT --to NAME[,NAME…] [--urgent] [--about CAUSE] [--no-wait]
            domo notify [TEXT] --resolved --about CAUSE
            """,
        discussion: """
            Sends a message to targets and groups of the configuration of domo-notify, waits for the outcomes, at most a \
            minute, and shows them. Messages that are not urgent wait in quiet hours.
            """
    )

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The text.", valueName: "text"))
    var operands: [String] = []

    @Option(help: ArgumentHelp("The targets and groups, with commas between them.", valueName: "names"))
    var to: String?

    @Flag(help: "Send it in quiet hours too, and let the phone ring.")
    var urgent = false

    @Option(help: ArgumentHelp("What it is about: another one is only counted for some time.", valueName: "cause"))
    var about: String?

    @Flag(help: "The cause is over: repeats end, and whoever got the message is told so.")
    var resolved = false

    @Flag(help: "Do not wait for the outcomes.")
    var noWait = false

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.notify)]
        for (option, value) in [("--to", to), ("--about", about)] {
            if let value { words += [.keyword(option), .literal(value)] }
        }
        for (option, isGiven) in [("--urgent", urgent), ("--resolved", resolved), ("--no-wait", noWait)] where isGiven {
            words.append(.keyword(option))
        }
        return words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        let report: NoticeReport = try answer.decode()
        return report.notices.isEmpty ? "no notice is open for this cause\n" : rendering.notices(report.notices)
    }

    static func failure(in answer: Answer) throws(Fault) -> DomoLanguage.ExitStatus? {
        let report: NoticeReport = try answer.decode()
        let states = report.notices.flatMap(\.sendings).map(\.state)
        return states.contains { [.failed, .expired, .lost].contains($0) } ? .unreachable : nil
    }

    /// Longer than the daemon waits for the outcomes.
    static func patience(for request: Request) -> Duration { .seconds(70) + ControlClient.margin }
}

extension VerbCommands {
    static var notify: any VerbCommand.Type { NotifyVerb.self }
}
