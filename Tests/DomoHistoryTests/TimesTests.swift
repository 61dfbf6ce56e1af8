import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// A database that was changed by hand or is corrupt.
@Suite struct TimesTests {
    private static let latest = time("9999-12-31T23:59:59.999Z")

    private func broken(_ sql: String) async throws -> TemporaryHistory {
        let one = TemporaryHistory()
        one.reading("A", .on)
        one.history.persist(
            .order(
                OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: one.clock.now, stage: .failed)
            )
        )
        #expect(await one.isStored())
        one.history.close()
        try change(one.file, sql)
        return one
    }

    @Test(arguments: [
        "UPDATE changes SET time = 9000000000000000000", "UPDATE changes SET time = -9000000000000000000",
        "UPDATE changes SET time = 'noon'", "UPDATE orders SET requested = 253402300800000",
        "UPDATE orders SET reached = -62135596800001", "UPDATE current SET since = 9000000000000000000",
        """
        INSERT INTO summaries VALUES (1, 4, 9000000000000000000, 3600, 1, 0, 0, 0, 0, 0, 0, 1)
        """,
    ])
    func timeOutsideTheCalendarIsRefused(sql: String) async throws {
        let one = try await broken(sql)
        defer { one.remove() }
        #expect(throws: Problem.times) { try Schema().verify(try Database(one.file)) }
    }

    @Test func timeOutsideTheCalendarIsClamped() async throws {
        let one = try await broken(
            """
            UPDATE current SET since = 9000000000000000000;
            UPDATE orders SET requested = 9000000000000000000, reached = 9000000000000000000
            """
        )
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.reading.since) == [Self.latest])
        let orders = try await two.orders()
        #expect(orders.map(\.requested) == [Self.latest])
        #expect(orders.map(\.reached) == [Self.latest])
    }

    @Test func changesOutsideTheCalendarStopNothing() async throws {
        let one = try await broken(
            """
            UPDATE changes SET time = -9000000000000000000;
            INSERT INTO changes (element, type, time, sequence, number, text, certainty, cause)
                SELECT element, type, time + 1, 0, 0, NULL, 2, cause FROM changes
            """
        )
        let two = one.reopened { $0.size = 1 }
        defer { two.remove() }
        let period = Period(since: TimePoint("2026-01-01"))
        let reply = await two.answer(.history(Recall.Subject(path: "A"), period, timeZone: "Europe/Madrid"))
        guard case .history(let page) = reply else { throw Unexpected() }
        #expect(page.entries.map(\.time) == [time("0001-01-01T00:00:00.000Z")])
        two.clock.advance(.seconds(3700))
        #expect(
            await eventually {
                two.history.runUntilIdle()
                return two.history.tidied >= two.clock.now
            }
        )
    }
}
