import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

@Suite struct StatisticsTests {
    private func report(_ one: TemporaryHistory, _ paths: [String], zone: String) async throws -> StatsReport {
        guard case .stats(let report) = await one.answer(.stats(paths.map { Recall.Subject(path: $0) }, timeZone: zone))
        else { throw Unexpected() }
        return report
    }

    @Test func thisWeekAndLastWeekAreReported() async throws {
        // A Friday.
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z")
        defer { one.remove() }
        // On for a long time, off at noon on Monday of last week.
        one.reading("A", .on, at: time("2026-11-01T00:00:00.000Z"))
        one.reading("A", .off, at: time("2026-11-09T11:00:00.000Z"))
        one.reading("A", .on, at: time("2026-11-20T11:00:00.000Z"))
        one.reading("L", .level(Percent(clamping: 100)), at: time("2026-11-09T00:00:00.000Z"))
        one.reading("L", .level(.zero), at: time("2026-11-15T23:00:00.000Z"))
        one.history.persist(
            .order(
                OrderRecord(
                    id: 1,
                    element: "A",
                    action: "on",
                    by: .user("x"),
                    requested: time("2026-11-20T11:00:00.000Z"),
                    stage: .confirmed,
                    confirmedAfter: 100
                )
            )
        )
        for (id, stage) in [(UInt64(2), OrderStage.failed), (3, .expired), (4, .mismatch), (5, .unconfirmed)] {
            let requested = time("2026-11-10T11:00:00.000Z")
            one.history.persist(
                .order(
                    OrderRecord(id: id, element: "A", action: "on", by: .user("x"), requested: requested, stage: stage)
                )
            )
        }
        let found = try await report(one, ["B", "L", "A"], zone: "Europe/Madrid")
        #expect(found.timeZone == "Europe/Madrid")
        #expect(found.lastWeek.from.rfc3339 == "2026-11-08T23:00:00.000Z")
        #expect(found.thisWeek.from.rfc3339 == "2026-11-15T23:00:00.000Z")
        #expect(found.thisWeek.to == one.clock.now)
        #expect(found.elements.map(\.element) == ["L", "A"])
        #expect(found.elements[0].lastWeek == StatsReport.Figures(changes: 0, mean: 100))
        #expect(found.elements[0].thisWeek == StatsReport.Figures(changes: 1, mean: 0))
        let hour = 3600
        #expect(
            found.elements[1].lastWeek
                == StatsReport.Figures(changes: 1, onSeconds: 12 * hour, orders: 4, failures: 4)
        )
        #expect(
            found.elements[1].thisWeek
                == StatsReport.Figures(changes: 1, onSeconds: hour, orders: 1, failures: 0, confirmedAfter: 100)
        )
    }

    @Test func theFirstReadingIsNoChangeAndEachLaterOneIs() async throws {
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z")
        defer { one.remove() }
        for (hour, value) in [(8, Value.on), (9, .off), (10, .on)] {
            one.reading("A", value, at: time("2026-11-17T00:00:00.000Z") + .seconds(hour * 3600))
        }
        let found = try await report(one, ["A"], zone: "Europe/Madrid")
        #expect(found.elements.map(\.thisWeek.changes) == [2])
    }

    @Test func anElementOfWhichNothingButAnOrderIsKnownIsReported() async throws {
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z")
        defer { one.remove() }
        let requested = time("2026-11-18T11:00:00.000Z")
        one.history.persist(
            .order(
                OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: requested, stage: .failed)
            )
        )
        let found = try await report(one, ["A", "B"], zone: "Europe/Madrid")
        #expect(found.elements.map(\.element) == ["A"])
        #expect(found.elements.first?.thisWeek.orders == 1)
        #expect(found.elements.first?.thisWeek.failures == 1)
    }

    /// On for the whole of last week, in which the clocks changed: 167 or 169 hours.
    @Test(arguments: [
        ("Europe/Madrid", "2026-03-30T12:00:00.000Z", 167), ("Europe/Madrid", "2026-10-26T12:00:00.000Z", 169),
        ("America/New_York", "2026-03-09T12:00:00.000Z", 167), ("America/New_York", "2026-11-02T12:00:00.000Z", 169),
        ("Australia/Sydney", "2026-10-05T12:00:00.000Z", 167), ("Australia/Sydney", "2026-04-06T12:00:00.000Z", 169),
        ("Asia/Tokyo", "2026-04-06T12:00:00.000Z", 168),
    ])
    func weekMayBeAnHourShorterOrLonger(zone: String, now: String, hours: Int) async throws {
        let one = TemporaryHistory(now: now)
        defer { one.remove() }
        one.reading("A", .on, at: time("2026-01-01T00:00:00.000Z"))
        let found = try await report(one, ["A"], zone: zone)
        #expect(found.lastWeek.seconds == hours * 3600)
        #expect(found.elements.map(\.lastWeek.onSeconds) == [hours * 3600])
    }
}
