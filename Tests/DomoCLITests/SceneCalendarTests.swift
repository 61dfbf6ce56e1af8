import DomoLanguage
import DomoModel
import Synchronization
import Testing

@testable import DomoCLI

@Suite struct SceneCalendarTests {
    static let from = Timestamp(milliseconds: 1_795_208_400_000)
    static let until = Timestamp(milliseconds: from.milliseconds + 7 * 86_400_000)

    static func entry(
        _ local: String,
        _ scene: String,
        _ trigger: String,
        note: String? = nil
    )
        -> CalendarPage.Entry
    {
        CalendarPage.Entry(
            time: local.contains("T") ? from : nil,
            local: local,
            scene: scene,
            trigger: trigger,
            note: note
        )
    }

    /// The clocks are set back on 25 October at 01:00 UTC.
    @Sendable private static func madrid(_ time: Timestamp) -> String {
        time < Timestamp(milliseconds: 1_792_890_000_000) ? "+02:00" : "+01:00"
    }

    private final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        var texts: [String] { kept.withLock { $0 } }
        func add(_ text: String) { kept.withLock { $0.append(text) } }
    }

    private static func line(_ page: CalendarPage) -> String {
        var json = JSONWriter()
        json.value(Reply.calendar(page))
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func calendar(_ daemon: FakeDaemon, json: Bool = false, _ log: Log) throws -> SceneCalendar {
        SceneCalendar(
            client: try ControlClient(socket: [daemon.path]),
            json: json,
            rendering: Rendering(style: .plain, now: from) { _ in "+01:00" }
        ) { log.add($0) }
    }

    private static func page(_ entries: CalendarPage.Entry..., next: Timestamp? = nil) -> CalendarPage {
        CalendarPage(from: from, until: until, entries: entries, next: next)
    }

    @Test func dayHasItsHeading() throws {
        let log = Log()
        let daemon = FakeDaemon { _ in
            Self.line(
                Self.page(
                    Self.entry("2026-11-21T23:30:00+01:00", "Buenas noches", "at 23:30 mon-fri"),
                    Self.entry("2026-11-22", "Riego", "at sunset+15m", note: "no sunset today"),
                    Self.entry("2026-11-22T06:00:30+01:00", "Riego\u{1B}", "every 2h", note: "every day this often")
                )
            )
        }
        try Self.calendar(daemon, log).list(CalendarQuestion())
        #expect(
            log.texts.joined() == """
                Sat 21 Nov 2026
                  23:30  Buenas noches  at 23:30 mon-fri

                Sun 22 Nov 2026
                  –         Riego          at sunset+15m  no sunset today
                  06:00:30  Riego\u{FFFD}         every 2h  every day this often

                """
        )
    }

    @Test func offsetIsShownWhenTheClocksChange() throws {
        let page = Self.page(
            Self.entry("2026-10-24T02:30:00+02:00", "A", "at 02:30"),
            Self.entry("2026-10-25T02:30:00+02:00", "A", "at 02:30"),
            Self.entry("2026-10-25T02:30:00+01:00", "A", "at 02:30", note: "twice"),
            Self.entry("2026-10-26T02:30:00+01:00", "A", "at 02:30")
        )
        #expect(
            Rendering(style: .plain, terminalOffset: Self.madrid).calendarPage(page) == """
                Sat 24 Oct 2026
                  02:30  A  at 02:30

                Sun 25 Oct 2026
                  02:30 +02:00  A  at 02:30
                  02:30 +01:00  A  at 02:30  twice

                Mon 26 Oct 2026
                  02:30         A  at 02:30

                """
        )
    }

    @Test func offsetIsShownIfTheTerminalHasAnother() throws {
        let page = Self.page(
            Self.entry("2026-10-24T02:30:00+02:00", "Madrid", "at 02:30"),
            Self.entry("2026-10-26T02:30:00+01:00", "Madrid", "at 02:30"),
            Self.entry("2026-10-27T02:30:00+00:00", "London", "at 02:30"),
            Self.entry("2026-10-27", "London", "at sunset", note: "no sunset today")
        )
        #expect(
            Rendering(style: .plain, terminalOffset: Self.madrid).calendarPage(page) == """
                Sat 24 Oct 2026
                  02:30  Madrid  at 02:30

                Mon 26 Oct 2026
                  02:30  Madrid  at 02:30

                Tue 27 Oct 2026
                  02:30 +00:00  London  at 02:30
                  –             London  at sunset  no sunset today

                """
        )
    }

    @Test func nothingIsWiderThanTheTerminal() {
        let page = Self.page(
            Self.entry(
                "2026-11-21T23:30:00+01:00",
                String(repeating: "n", count: 100),
                "at sunset-30m not before 17:00 not after 21:00 mon-fri except holidays",
                note: "moved from 02:30: the clocks are set forward, and more than that to say"
            )
        )
        for width in [40, 60, 80, 200] {
            let text = Rendering(style: .plain, width: width, terminalOffset: Self.madrid).calendarPage(page)
            let most = max(width, 55)
            #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= most })
            #expect(text.contains("moved from"))
        }
    }

    @Test func nothingIsTruncatedWithoutAWidth() {
        let scene = String(repeating: "n", count: 100)
        let trigger = "at sunset-30m not before 17:00 not after 21:00 mon-fri except holidays"
        let note = "moved from 02:30: the clocks are set forward, and more than that to say"
        let page = Self.page(Self.entry("2026-11-21T23:30:00+01:00", scene, trigger, note: note))
        let text = Rendering(style: .plain, width: nil, terminalOffset: Self.madrid).calendarPage(page)
        #expect(text == "Sat 21 Nov 2026\n  23:30  \(scene)  \(trigger)  \(note)\n")
    }

    @Test func dayOnTwoPagesIsOneDay() throws {
        let requested = Log()
        let written = Log()
        let next = Timestamp(milliseconds: Self.from.milliseconds + 86_400_500)
        let daemon = FakeDaemon { line in
            requested.add(line)
            if line.contains(next.rfc3339) {
                requested.add(written.texts.joined())
                return Self.line(
                    Self.page(
                        Self.entry("2026-11-22T07:00:00+01:00", "B", "at 07:00"),
                        Self.entry("2026-11-23T07:00:00+01:00", "C", "at 07:00")
                    )
                )
            }
            return Self.line(
                Self.page(
                    Self.entry("2026-11-21T07:00:00+01:00", "A", "at 07:00"),
                    Self.entry("2026-11-22T06:00:00+01:00", "A", "at 06:00"),
                    next: next
                )
            )
        }
        try Self.calendar(daemon, written).list(CalendarQuestion(name: "Salón"))
        #expect(
            requested.texts == [
                "calendar Salón",
                // The end stays the same: seven days after the start.
                "calendar --from \(next.rfc3339) --for 518399500ms Salón",
                "Sat 21 Nov 2026\n  07:00  A  at 07:00\n",
            ]
        )
        #expect(
            written.texts.joined() == """
                Sat 21 Nov 2026
                  07:00  A  at 07:00

                Sun 22 Nov 2026
                  06:00  A  at 06:00
                  07:00  B  at 07:00

                Mon 23 Nov 2026
                  07:00  C  at 07:00

                """
        )
    }

    @Test func jsonHasALineForEachPage() throws {
        let written = Log()
        let next = Timestamp(milliseconds: Self.from.milliseconds + 1000)
        let daemon = FakeDaemon { line in
            Self.line(Self.page(next: line.contains(next.rfc3339) ? nil : next))
        }
        try Self.calendar(daemon, json: true, written).list(CalendarQuestion())
        #expect(written.texts.count == 2)
        #expect(written.texts.allSatisfy { $0.hasPrefix("{\"from\":") && $0.hasSuffix("}\n") })
    }

    @Test func endlessCalendarIsRejected() throws {
        let next = Timestamp(milliseconds: Self.from.milliseconds + 1000)
        let daemon = FakeDaemon { _ in Self.line(Self.page(next: next)) }
        let fault = #expect(throws: Fault.self) { try Self.calendar(daemon, Log()).list(CalendarQuestion()) }
        #expect(fault?.code == .unreachable)
    }

    @Test func emptyCalendarIsReported() throws {
        let written = Log()
        let daemon = FakeDaemon { _ in Self.line(Self.page()) }
        try Self.calendar(daemon, written).list(CalendarQuestion())
        #expect(written.texts.joined().hasPrefix("no scene starts by itself from "))
    }

    @Test(
        arguments: [
            (["calendar"], "calendar"), (["calendar", "Buenas noches"], "calendar 'Buenas noches'"),
            (["calendar", "--from", "2026-12-24", "--for=30d"], "calendar --from 2026-12-24 --for 30d"),
            (["calendar", "--for", "7d", "X"], "calendar --for 7d X"),
        ] as [([String], String)]
    )
    func argumentsBecomeTheLine(arguments: [String], line: String) throws {
        #expect(try CommandLineWords(arguments).checked?.text == line)
    }

    @Test(arguments: [["calendar", "--for", "2y"], ["calendar", "--from", "soon"], ["calendar", "a", "b"]])
    func wrongUseIsRefused(arguments: [String]) {
        #expect(DomoCommand.run(arguments + ["--socket", "/nonexistent"]) == .usage)
    }
}
