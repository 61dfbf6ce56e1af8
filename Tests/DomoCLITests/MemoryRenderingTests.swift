import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct MemoryRenderingTests {
    static let time = RenderingTests.time
    let rendering = Rendering(style: .plain, now: time)

    static func entry(
        _ seconds: Int64,
        _ type: FacetType,
        _ value: String,
        _ certainty: Certainty = .confirmed,
        by: Cause = .user("ana"),
        summary: HistoryEntry.Summary? = nil
    ) -> HistoryEntry {
        HistoryEntry(
            time: Timestamp(milliseconds: time.milliseconds + seconds * 1000),
            type: type.word,
            value: value,
            certainty: certainty,
            by: by,
            summary: summary
        )
    }

    static func page(_ entries: HistoryEntry..., unit: String? = nil, next: String? = nil) -> HistoryPage {
        HistoryPage(element: "Casa/Luz", unit: unit, from: time, to: time, entries: entries, next: next)
    }

    private static func text(_ seconds: Int64) -> String {
        LocalTime.text(Timestamp(milliseconds: time.milliseconds + seconds * 1000))
    }

    @Test func historyHasALineForEachEntry() {
        var widths: [Int] = []
        let summary = HistoryEntry.Summary(seconds: 3600, changes: 12, minimum: 18.25, mean: 20.125, maximum: 24)
        let page = Self.page(
            Self.entry(-60, .binary, "on", .assumed),
            Self.entry(0, .regulable, "40", by: .user("")),
            Self.entry(1, .value, "21.5", by: .house),
            Self.entry(2, .value, "Hola\u{1B}[2J", .assumed),
            Self.entry(3, .value, "", .unknown, by: .house),
            Self.entry(4, .value, "24", summary: summary),
            Self.entry(5, .regulable, "24", summary: summary),
            Self.entry(
                6,
                .binary,
                "off",
                summary: .init(seconds: 90_000, changes: 1, minimum: 0, mean: 0.5, maximum: 1)
            ),
            Self.entry(7, .bidirectional, "up", summary: summary),
            Self.entry(8, .regulable, "24", .assumed, summary: summary),
            unit: "°C",
            next: "n"
        )
        #expect(
            rendering.history(page, widths: &widths) == """
                times: \(LocalTime.zone(Self.time)), this terminal's clock
                \(Self.text(-60))  binary         ~on                 assumed              by ana
                \(Self.text(0))  regulable      40 %                confirmed
                \(Self.text(1))  value          21.5 °C             confirmed            by house
                \(Self.text(2))  value          ~"Hola\u{FFFD}[2J"         assumed              by ana
                \(Self.text(3))  value          –                   unknown              by house
                \(Self.text(4))  value          18.3–20.1–24 °C     12 changes in 1 h
                \(Self.text(5))  regulable      18.3–20.1–24 %      12 changes in 1 h
                \(Self.text(6))  binary         on for 12 h 30 min  1 change in 1 d 1 h
                \(Self.text(7))  bidirectional  last up             12 changes in 1 h
                \(Self.text(8))  regulable      ~18.3–20.1–24 %     12 changes in 1 h    assumed

                """
        )
        // The next page lines up with the previous one.
        #expect(
            rendering.history(Self.page(Self.entry(8, .binary, "on")), widths: &widths) == """
                \(Self.text(8))  binary         on                  confirmed            by ana

                """
        )
    }

    @Test func singlePageSaysThatThereIsMore() {
        #expect(
            rendering.historyPage(Self.page(Self.entry(0, .binary, "on"), next: "a b"))
                == "times: \(LocalTime.zone(Self.time)), this terminal's clock\n"
                + "\(Self.text(0))  binary  on  confirmed  by ana\nmore entries: --after 'a b'\n"
        )
        let minute = LocalTime.minute(Self.time)
        #expect(
            rendering.historyPage(Self.page()) == "no history of Casa/Luz from \(minute) to \(minute)\n"
        )
    }

    static let monday = Timestamp(rfc3339: "2026-11-15T23:00:00.000Z")!
    static let report = StatsReport(
        timeZone: "Europe/Madrid",
        thisWeek: .init(from: monday, to: time, seconds: 446_400),
        lastWeek: .init(from: Timestamp(rfc3339: "2026-11-08T23:00:00.000Z")!, to: monday, seconds: 608_400),
        elements: [
            .init(
                element: "Vivienda eficiente/Salon/Luz cálida del comedor pequeño",
                unit: "%",
                thisWeek: .init(changes: 12, onSeconds: 12_000, mean: 40, orders: 14, failures: 1, confirmedAfter: 430),
                lastWeek: .init(changes: 8, onSeconds: 7500, mean: 55.25, orders: 9, confirmedAfter: 12_345)
            ),
            .init(
                element: "Vivienda eficiente/Termo",
                unit: "°C",
                thisWeek: .init(changes: 3, mean: 21.5),
                lastWeek: .init()
            ),
        ]
    )

    @Test func statsShowBothWeeksWithinEightyColumns() {
        let text = Rendering(style: .plain, now: Self.time, width: 80).stats(Self.report)
        #expect(
            text == """
                weeks begin on Monday at midnight in Europe/Madrid
                  this week from 2026-11-16, 5 d 4 h so far
                  last week from 2026-11-09, 7 d 1 h long: the clocks went back
                  assumed states count as ordered

                                      changes      on for     mean  orders  failed  confirmed in
                Luz cálida de…  this       12  3 h 20 min     40 %      14       1        430 ms
                                last        8   2 h 5 min   55.3 %       9       0        12.3 s
                Termo           this        3           –  21.5 °C       0       0             –
                                last        0           –        –       0       0             –

                """
        )
        #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= 80 })
    }

    @Test func statsHaveFullNamesWithoutAWidth() {
        let text = Rendering(style: .plain, now: Self.time, width: nil).stats(Self.report)
        #expect(text.contains("\nLuz cálida del comedor pequeño  this       12  3 h 20 min "))
    }

    @Test func statsLeaveOutEmptyColumns() {
        var report = Self.report
        report.elements = [.init(element: "Casa/X", thisWeek: .init(changes: 1), lastWeek: .init())]
        report.lastWeek.seconds = 601_200
        // Sunday, an hour before midnight.
        report.thisWeek.seconds = 601_200
        #expect(
            rendering.stats(report) == """
                weeks begin on Monday at midnight in Europe/Madrid
                  this week from 2026-11-16, 6 d 23 h so far
                  last week from 2026-11-09, 6 d 23 h long: the clocks went forward
                  assumed states count as ordered

                         changes  orders  failed
                X  this        1       0       0
                   last        0       0       0

                """
        )
        report.elements = []
        #expect(rendering.stats(report).hasSuffix("\nno data for either week\n"))
    }

    /// Midnight on Monday from the Line Islands (+14) to Baker Island (−12).
    @Test(arguments: ["2026-11-15T10:00:00.000Z", "2026-11-16T00:00:00.000Z", "2026-11-16T12:00:00.000Z"])
    func mondayIsInTheTimeZoneOfTheHouse(from: String) throws {
        var report = Self.report
        report.thisWeek.from = try #require(Timestamp(rfc3339: from))
        #expect(rendering.stats(report).contains("  this week from 2026-11-16,"))
    }

    @Test func statusShowsTheHistoryAndServersThatReportTheirState() {
        let time = LocalTime.text(Self.time)
        var status = StatusView(
            version: "1",
            since: Self.time,
            loaded: Self.time,
            houses: [],
            servers: [
                ServerView(
                    server: "http://h",
                    reachable: true,
                    lastContact: Self.time,
                    reportsState: true,
                    lastReading: Self.time,
                    problem: nil,
                    waiting: 0,
                    inFlight: 0,
                    houses: []
                )
            ],
            accepted: 0,
            failed: 0,
            warnings: ["w"],
            memory: MemoryView(state: .working, file: "/var/lib/domo/memory.db", bytes: 12_897_485, warnings: ["aside"])
        )
        #expect(
            rendering.status(status) == """
                domod 1  running since \(time), houses loaded \(time)
                orders   0 accepted, 0 failed
                history  working, 12.3 MiB in /var/lib/domo/memory.db
                servers
                  http://h
                    reachable, last contact \(time)
                    0 orders waiting, 0 in flight
                    state read \(time)
                warning: w
                warning: aside

                """
        )
        status.memory = MemoryView(
            state: .failing,
            file: "/m",
            bytes: 0,
            problem: "the disk is full",
            waiting: 5,
            dropped: 9
        )
        let failing = rendering.status(status)
        #expect(failing.contains("\nhistory  failing, 0 B in /m, 5 waiting, 9 lost\n         the disk is full\n"))
        status.servers[0].lastReading = nil
        #expect(rendering.status(status).contains("\n    state not read yet\n"))
        status.servers[0].readingProblem = "404\u{1B}"
        #expect(rendering.status(status).contains("\n    its state can't be read: 404\u{FFFD}\n"))
        let coloured = Rendering(style: Style(isColoured: true)).status(status)
        #expect(coloured.contains("\u{1B}[31mfailing\u{1B}[0m"))
        #expect(coloured.contains("\u{1B}[31mthe disk is full\u{1B}[0m"))
        status.memory = MemoryView(state: .working, file: "/m", bytes: 0, waiting: 5, migratingFrom: 3)
        #expect(
            rendering.status(status).contains(
                "\nhistory  working, 0 B in /m, migrating from schema version 3, 5 waiting\n"
            )
        )
    }

    @Test func staleReadingShowsItsAge() {
        let element = RenderingTests.element("Casa/Luz", RenderingTests.reading(.binary, .on, .confirmed, stale: true))
        let later = Rendering(style: .plain, now: Timestamp(milliseconds: Self.time.milliseconds + 3 * 3_600_000))
        #expect(
            later.element(element) == """
                Casa/Luz  device
                  binary  on (stale)  stale, last known 3 h ago; was confirmed by the house  since \(Self.text(0))  by ana

                """
        )
    }

    @Test(
        arguments: [
            (
                Event(
                    kind: .order,
                    time: time,
                    path: "Casa/Luz",
                    order: 7,
                    stage: .mismatch,
                    message: "Casa/Luz: it says off",
                    by: .user("a")
                ),
                "Casa/Luz  mismatch: it says off  order 7  by a"
            ),
            (
                Event(kind: .order, time: time, path: "Casa/Luz", order: 7, stage: .unconfirmed),
                "Casa/Luz  not-confirmed  order 7"
            ),
            (
                Event(kind: .order, time: time, path: "Casa/Luz", message: "failed", by: .user("a")),
                "Casa/Luz  failed  by a"
            ),
            (Event(kind: .memory, time: time, message: "the disk is full"), "memory: the disk is full"),
        ] as [(Event, String)]
    )
    func eventShowsTheStageOfTheOrder(event: Event, text: String) {
        #expect(rendering.event(event) == "\(Self.text(0))  \(text)\n")
    }
}
