import DomoLanguage
import DomoModel
import Testing

@testable import DomoCLI

@Suite struct ChartTests {
    static let from = Timestamp(milliseconds: 1_795_208_400_000)
    static let day: Int64 = 86_400_000

    static func at(_ hours: Double) -> Timestamp {
        Timestamp(milliseconds: from.milliseconds + Int64(hours * 3_600_000))
    }

    static func entry(
        _ hours: Double,
        _ type: FacetType,
        _ value: String,
        _ certainty: Certainty = .confirmed,
        summary: HistoryEntry.Summary? = nil
    ) -> HistoryEntry {
        HistoryEntry(
            time: at(hours),
            type: type.word,
            value: value,
            certainty: certainty,
            by: .user(""),
            summary: summary
        )
    }

    private func draw(
        _ entries: [HistoryEntry],
        width: Int?,
        now: Timestamp = at(24),
        unit: String? = nil
    ) throws -> String {
        let rendering = Rendering(style: .plain, now: now, width: width)
        var chart = Chart(from: Self.from, to: Self.at(24), now: now, columns: rendering.chartColumns)
        for entry in entries { chart.add(entry) }
        chart.finish()
        return try rendering.chart(chart, element: "Casa/Luz", unit: unit)
    }

    /// The line with the time zone.
    private static func times(_ width: Int) -> String {
        DisplayText.cut("times: \(LocalTime.zone(from)), this terminal's clock", to: width)
    }

    private static let begin = LocalTime.minute(from)
    private static let end = LocalTime.minute(at(24))

    @Test func largestNumbersAreDrawn() throws {
        let entries = [Self.entry(0, .value, "1e308"), Self.entry(12, .value, "-1e308")]
        let text = try draw(entries, width: 100)
        #expect(text.contains("minimum -1e+308") && text.contains("maximum 1e+308"), "\(text)")
        #expect(!text.contains("nan") && !text.contains("inf"), "\(text)")
        // One that does not change.
        #expect(try draw([Self.entry(0, .value, "1e308")], width: 30).contains("█"))
    }

    @Test func numbersAreDrawnAsAGraphWithAxes() throws {
        // 10 columns of 2.4 hours.
        let entries = (0..<10).map { Self.entry(Double($0) * 2.4, .value, "\($0)") }
        #expect(
            try draw(entries, width: 20, unit: "°C") == """
                Casa/Luz
                      9 ┤        ▁█
                        │       ▂██
                        │      ▃███
                        │     ▄████
                        │    ▅█████
                        │   ▆██████
                        │  ▇███████
                      0 ┤▁█████████
                        └──────────
                \(Self.begin) –
                \(Self.end)
                minimum 0, mean 4.5…
                \(Self.times(20))

                """
        )
    }

    @Test func levelsAreDrawnOnTheFullScale() throws {
        let text = try draw([Self.entry(-3, .regulable, "50")], width: 80)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[1] == "    100 ┤")
        #expect(lines[5] == "        │" + String(repeating: "█", count: 70) || lines[5].hasPrefix("        │▁"))
        #expect(lines[8] == "      0 ┤" + String(repeating: "█", count: 70))
        #expect(lines[10] == "         \(Self.begin)" + String(repeating: " ", count: 38) + Self.end)
        #expect(lines[11] == "minimum 50, mean 50, maximum 50 %")
    }

    @Test func onAndOffAreDrawnAsABar() throws {
        let entries = [
            Self.entry(-5, .binary, "off"), Self.entry(4.8, .binary, "on"), Self.entry(7.3, .binary, "off", .assumed),
            Self.entry(12, .binary, "on"), Self.entry(19.2, .binary, "", .unknown),
        ]
        #expect(
            try draw(entries, width: 20) == """
                Casa/Luz
                         ░░█~·███
                \(Self.begin) –
                \(Self.end)
                █ on  ░ off  ▒ both
                assumed: ▓ on  · off
                ~ both
                \(Self.times(20))

                """
        )
    }

    /// A graph of levels has a row for assumed values.
    @Test func assumedLevelsAreMarkedBelowTheGraph() throws {
        let entries = [Self.entry(0, .regulable, "50"), Self.entry(12, .regulable, "100", .assumed)]
        let text = try draw(entries, width: 20)
        #expect(text.contains("\n        └──────────\n              ~~~~~\n"))
        #expect(text.contains("\n~ assumed\n"))
        #expect(try !draw([entries[0]], width: 20).contains("~"))
    }

    @Test func assumedDirectionsHaveOtherMarks() throws {
        let entries = [
            Self.entry(0, .bidirectional, "up", .assumed), Self.entry(4.8, .bidirectional, "stop", .assumed),
            Self.entry(9.6, .bidirectional, "down", .assumed), Self.entry(13, .bidirectional, "up", .assumed),
            Self.entry(19.2, .bidirectional, "up"),
        ]
        let text = try draw(entries, width: 80)
        #expect(text.contains("\nassumed: ^ up  v down  · stop  ~ several\n"))
        #expect(try draw(entries, width: 20).contains("         ^^··v~^^▀▀\n"))
    }

    @Test func assumedPointIsNotDrawnAsConfirmed() throws {
        let summary = HistoryEntry.Summary(seconds: 8640, changes: 0, minimum: 1, mean: 1, maximum: 1)
        let entries = [
            Self.entry(0, .binary, "on", summary: summary), Self.entry(2.4, .binary, "on", .assumed, summary: summary),
        ]
        #expect(try draw(entries, width: 20).contains("         █▓\n"))
        #expect(try !draw([entries[0]], width: 80).contains("assumed"))
    }

    @Test func shortPulseInALongPeriodIsVisible() throws {
        let entries = [
            Self.entry(0, .binary, "off"), Self.entry(12.1, .binary, "on"), Self.entry(12.100_1, .binary, "off"),
        ]
        #expect(try draw(entries, width: 20).contains("░░░░░▒░░░░\n"))
    }

    @Test func directionsAreDrawnAsABar() throws {
        let entries = [
            Self.entry(0, .bidirectional, "up"), Self.entry(4.8, .bidirectional, "stop"),
            Self.entry(9.6, .bidirectional, "down"), Self.entry(13, .bidirectional, "up"),
        ]
        #expect(try draw(entries, width: 20).contains("         ▀▀──▄▒▀▀▀▀\n"))
    }

    @Test func summariesAreDrawnLikeTheirValues() throws {
        func summary(_ minimum: Double, _ mean: Double, _ maximum: Double) -> HistoryEntry.Summary {
            .init(seconds: 8640, changes: 2, minimum: minimum, mean: mean, maximum: maximum)
        }
        // The second period is missing.
        let values = [(0.0, 0, 10, 20), (4.8, 10, 20, 40), (7.2, 40, 40, 40)].map { hours, minimum, mean, maximum in
            Self.entry(hours, .value, "1", summary: summary(Double(minimum), Double(mean), Double(maximum)))
        }
        let text = try draw(values, width: 20)
        #expect(text.contains("\n      0 ┤█ ██\n"))
        #expect(text.contains("\n     40 ┤   █\n"))
        let switched = [(0.0, 0.0, 0.0), (2.4, 0.5, 1), (4.8, 1, 1)].map { hours, mean, maximum in
            Self.entry(hours, .binary, "on", summary: summary(mean == 1 ? 1 : 0, mean, maximum))
        }
        #expect(try draw(switched, width: 20).contains("         ░▒█\n"))
        let moved = [
            Self.entry(
                0,
                .bidirectional,
                "up",
                summary: .init(seconds: 8640, changes: 1, minimum: 0, mean: 0, maximum: 0)
            ),
            Self.entry(
                2.4,
                .bidirectional,
                "up",
                summary: .init(seconds: 8640, changes: 3, minimum: 0, mean: 0, maximum: 0)
            ),
        ]
        #expect(try draw(moved, width: 20).contains("         ▀▒\n"))
    }

    /// Summaries as the daemon makes them for a chart: bounds rounded up to milliseconds, lengths to seconds.
    @Test(arguments: [86_400_000, 86_399_989, 61_001, 604_800_123])
    func pointsFallIntoTheirColumns(milliseconds: Int64) throws {
        let to = Timestamp(milliseconds: Self.from.milliseconds + milliseconds)
        var chart = Chart(from: Self.from, to: to, now: to, columns: 70)
        let width = Double(milliseconds) / 70
        for index in 0..<70 where index % 5 != 4 {
            let value = index.isMultiple(of: 2) ? 1.0 : 0
            chart.add(
                HistoryEntry(
                    time: Timestamp(milliseconds: Self.from.milliseconds + Int64((Double(index) * width).rounded(.up))),
                    type: "binary",
                    value: value == 1 ? "on" : "off",
                    certainty: .confirmed,
                    by: .user(""),
                    summary: .init(
                        seconds: max(1, Int((width / 1000).rounded())),
                        changes: 1,
                        minimum: value,
                        mean: value,
                        maximum: value
                    )
                )
            )
        }
        chart.finish()
        let text = try Rendering(style: .plain, width: 80).chart(chart, element: "X", unit: nil)
        let bar = (0..<69).map { $0 % 5 == 4 ? " " : $0.isMultiple(of: 2) ? "█" : "░" }.joined()
        #expect(text.hasPrefix("X\n         \(bar)\n"))
    }

    @Test func futureIsEmpty() throws {
        let text = try draw([Self.entry(0, .binary, "on")], width: 20, now: Self.at(12))
        #expect(text.contains("         ██████████\n"))
        #expect(text.contains(" –\n\(LocalTime.minute(Self.at(12)))\n"))
    }

    @Test func fewMinutesAreShownWithSeconds() throws {
        let now = Timestamp(milliseconds: Self.from.milliseconds + 90_000)
        var chart = Chart(from: Self.from, to: now, now: now, columns: 30)
        chart.add(Self.entry(0, .binary, "on"))
        chart.finish()
        func times(_ now: Timestamp) throws -> Substring? {
            let text = try Rendering(style: .plain, now: now, width: 40).chart(chart, element: "X", unit: nil)
            return text.split(separator: "\n").dropFirst(2).first
        }
        let clocks = [Self.from, now].map { LocalTime.short($0, now: now) }
        let gap = String(repeating: " ", count: 14)
        #expect(try times(now) == "         \(clocks[0])\(gap)\(clocks[1])")
        #expect(try times(Self.at(72)) == "\(LocalTime.minute(Self.from)) –")
    }

    @Test func constantLineIsDrawnInTheMiddle() throws {
        let text = try draw([Self.entry(0, .value, "5")], width: 20)
        #expect(text.contains("\n      6 ┤\n"))
        #expect(text.contains("\n      4 ┤██████████\n"))
    }

    @Test(arguments: [20, 21, 40, 79, 80, 200, 500], ["5", "-0.001", "123456789", "-1e300", "1e-9"])
    func nothingIsWiderThanTheTerminal(width: Int, value: String) throws {
        let entries = (0..<3000).map { index in
            Self.entry(Double(index) * 0.008, .value, index % 7 == 0 ? value : "\(index % 100)")
        }
        let text = try draw(entries, width: width, unit: "°C")
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width })
        #expect(lines.map { DisplayText.width(String($0)) }.max()! >= width - 1)
        #expect(!text.contains("\u{1B}"))
    }

    @Test func everyTypeOfAnElementHasAChart() throws {
        let text = try draw(
            [Self.entry(0, .regulable, "40"), Self.entry(0, .binary, "on"), Self.entry(0, .value, "Hola")],
            width: 80
        )
        #expect(text.contains("100 ┤"))
        #expect(text.contains("█ on  ░ off  ▒ both"))
    }

    @Test func textsAreRefusedWithAHint() throws {
        #expect(
            throws: Fault(
                .refusedValue,
                "Casa/Luz has text values, which can't be charted",
                hint: "remove --chart to list them"
            )
        ) { try draw([Self.entry(0, .value, "12"), Self.entry(1, .value, "Hola")], width: 80) }
    }

    @Test func missingValuesAreReported() throws {
        #expect(try draw([], width: 80) == "no values of Casa/Luz in this period\n")
        #expect(
            try draw([Self.entry(0, .binary, "", .unknown)], width: 80) == "no values of Casa/Luz in this period\n"
        )
    }

    /// Invalid entries from the daemon are drawn or left out.
    @Test func invalidEntriesAreHarmless() throws {
        let far = [Timestamp(rfc3339: "0000-01-01T00:00:00.000Z")!, Timestamp(rfc3339: "9999-12-31T23:59:59.999Z")!]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let entries = (0..<20).map { _ in
                HistoryEntry(
                    time: Bool.random(using: &random) ? far.randomElement()! : Self.at(.random(in: -50...50)),
                    type: ["value", "binary", "bidirectional", "regulable", "?"].randomElement()!,
                    value: ["nan", "inf", "1e308", "-1e308", "on", "up", "", "12"].randomElement()!,
                    certainty: .confirmed,
                    by: .user(""),
                    summary: Bool.random(using: &random)
                        ? .init(seconds: .max, changes: .min, minimum: 1e308, mean: -1e308, maximum: 0) : nil
                )
            }
            do throws(any Error) { _ = try draw(entries, width: 40) } catch {
                #expect((error as? Fault)?.code == .refusedValue)
            }
        }
        var chart = Chart(from: far[1], to: far[0], now: far[0], columns: 0)
        chart.add(Self.entry(0, .binary, "on"))
        chart.finish()
        #expect(chart.series.count == 1)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("120", nil, 120), ("120", 60, 120), (nil, 60, 60), ("0", 60, 60), ("x", nil, nil),
            ("5", nil, 5), ("-5", 7, 7), ("19", 80, 19), ("100000", nil, 500),
        ] as [(String?, Int?, Int?)]
    )
    func widthIsThatOfTheTerminal(variable: String?, terminal: Int?, columns: Int?) {
        #expect(TerminalWidth.columns(variable: variable, terminal: terminal) == columns)
    }

    @Test func chartHasTheDefaultWidthWithoutATerminal() throws {
        let entries = [Self.entry(0, .value, "1"), Self.entry(5, .value, "2")]
        #expect(try draw(entries, width: nil) == draw(entries, width: 80))
    }
}
