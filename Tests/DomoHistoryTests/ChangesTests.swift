import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// Which readings become rows.
@Suite struct ChangesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var filter: History.Filter?
        /// Seconds since the beginning, and the value.
        var readings: [(Int64, Value)]
        var kept: [String]

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "polls are not changes",
            readings: [(0, .on), (1, .on), (2, .off), (3, .off)],
            kept: ["on", "off"]
        ),
        Case(
            name: "a deadband",
            filter: History.Filter(deadband: 0.5),
            readings: [
                (0, .number(20)), (1, .number(20.3)), (2, .number(20.5)), (3, .number(20.1)), (4, .number(19.9)),
            ],
            kept: ["20", "20.5", "19.9"]
        ),
        Case(
            name: "a deadband is nothing to words",
            filter: History.Filter(deadband: 100),
            readings: [(0, .number(20)), (1, .text("off line")), (2, .number(21)), (3, .on), (4, .off)],
            kept: ["20", "off line", "21", "on", "off"]
        ),
        Case(
            name: "a pause between changes keeps the last",
            filter: History.Filter(atMostEvery: .seconds(10)),
            readings: [(0, .number(1)), (2, .number(2)), (4, .number(3)), (11, .number(4)), (12, .number(5))],
            kept: ["1", "3", "5"]
        ),
        Case(
            name: "a change that went back in the pause is none",
            filter: History.Filter(atMostEvery: .seconds(10)),
            readings: [(0, .number(1)), (2, .number(2)), (4, .number(1))],
            kept: ["1"]
        ),
        Case(
            name: "a pause is nothing to on and off",
            filter: History.Filter(atMostEvery: .seconds(10)),
            readings: [(0, .on), (1, .off), (2, .on)],
            kept: ["on", "off", "on"]
        ),
        Case(
            name: "two in a millisecond, and a clock that is set back",
            readings: [(5, .on), (5, .off), (3, .on), (4, .off)],
            kept: ["on", "off", "on", "off"]
        ),
    ]

    @Test(arguments: cases)
    func changesAreStored(example: Case) async throws {
        let one = TemporaryHistory { settings in
            if let filter = example.filter { settings.filters = ["A": filter] }
        }
        defer { one.remove() }
        let begin = one.clock.now
        for (seconds, action) in example.readings {
            one.reading("A", action, at: begin + .seconds(seconds))
            #expect(await one.isStored())
        }
        // The last reading is always the current one.
        let last = example.readings.last.map(\.1)
        #expect(one.history.load().readings.contains { $0.reading.value == last })
        one.clock.advance(.seconds(60))
        one.history.runUntilIdle()
        one.history.runUntilIdle()
        let values = """
            SELECT CASE type WHEN 1 THEN iif(number, 'on', 'off') ELSE coalesce(text, number) END FROM changes
            ORDER BY type DESC, time, sequence
            """
        let kept = try one.rows(values).map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }
        #expect(kept.sorted() == example.kept.sorted())
    }

    @Test func manyReadingsOfABatchAreManyChangesAndOneCurrent() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<1000 { one.reading("A", .text("\(number)"), at: one.clock.now + .milliseconds(number)) }
        #expect(await one.isStored())
        #expect(try one.rows("SELECT count(*) FROM changes") == ["1000"])
        #expect(try one.rows("SELECT number FROM current") == ["999.0"])
    }

    @Test func confirmationUpdatesTheRow() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on, .assumed, by: .user("ana"))
        one.reading("A", .on, .confirmed)
        one.reading("A", .on, .assumed, by: .user("eva"))
        #expect(await one.isStored())
        #expect(try one.rows("SELECT certainty, cause FROM readable_changes") == ["confirmed|ana"])
        #expect(one.history.load().readings.map(\.reading.cause) == [.user("eva")])
    }

    @Test func pollAfterARestartIsNotAChange() async throws {
        let one = TemporaryHistory()
        one.reading("A", .level(Percent(clamping: 40)))
        let two = one.reopened()
        defer { two.remove() }
        two.clock.advance(.seconds(5))
        two.reading("A", .level(Percent(clamping: 40)))
        #expect(await two.isStored())
        #expect(try two.rows("SELECT count(*) FROM changes") == ["1"])
    }

    @Test func heldBackChangeIsStoredAtTheEnd() async throws {
        let one = TemporaryHistory { $0.filters = ["A": History.Filter(atMostEvery: .seconds(60))] }
        one.reading("A", .number(1))
        one.reading("A", .number(2), at: one.clock.now + .seconds(1))
        #expect(await one.isStored())
        #expect(try one.rows("SELECT count(*) FROM changes") == ["1"])
        let two = one.reopened()
        defer { two.remove() }
        #expect(try two.rows("SELECT count(*) FROM changes") == ["2"])
    }

    @Test func filtersMayChange() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .number(1))
        let (keep, size) = (one.settings.keep, one.settings.size)
        one.history.update(
            filters: ["A": History.Filter(deadband: 10)],
            keep: keep,
            size: size,
            timeZone: one.settings.timeZone,
            isDurable: false
        )
        one.reading("A", .number(2))
        #expect(await one.isStored())
        one.history.update(
            filters: [:],
            keep: keep,
            size: size,
            timeZone: one.settings.timeZone,
            isDurable: false
        )
        one.history.runUntilIdle()
        one.reading("A", .number(3))
        #expect(await one.isStored())
        // Readings at the same moment as the new filters may use either filters.
        #expect(try one.rows("SELECT max(number) FROM changes") == ["3.0"])
    }

    @Test func callbacksComeInOrder() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let called = Changes()
        for number in 0..<200 {
            one.reading("A", .text("\(number)"))
            one.history.whenStored { _ in called.append(.warning("\(number)")) }
        }
        await one.isStored()
        #expect(called.list == (0..<200).map { .warning("\($0)") })
    }

    @Test func nothingIsStoredAfterClose() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.close()
        one.reading("A", .on)
        #expect(await one.isStored() == false)
        guard case .fault(let fault) = await one.answer(.orders(elements: nil, last: 1)) else {
            Issue.record("an answer from a closed database")
            return
        }
        #expect(fault.code == .stopping)
        #expect(one.history.load() == Memory())
    }
}
