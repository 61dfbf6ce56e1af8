import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

@Suite struct HousekeepingTests {
    @Test func oldNumbersAreSummarizedByHourAndByDay() async throws {
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z")
        defer { one.remove() }
        // 200 days old, summarized by day: 10 from 12:00 (Madrid, summer), 20 from 18:00.
        one.reading("A", .number(10), at: time("2026-05-04T10:00:00.000Z"))
        one.reading("A", .number(20), at: time("2026-05-04T16:00:00.000Z"))
        // 40 days old, summarized by hour: 30 at 10:15, 50 at 10:30.
        one.reading("A", .number(30), at: time("2026-10-10T10:15:00.000Z"))
        one.reading("A", .number(50), at: time("2026-10-10T10:30:00.000Z"))
        one.reading("A", .text("off line"), at: time("2026-10-10T11:00:00.000Z"))
        // Yesterday.
        one.reading("A", .number(60), at: time("2026-11-19T10:00:00.000Z"))
        one.reading("A", .number(70), at: time("2026-11-19T11:00:00.000Z"))
        #expect(await one.isTidied())
        let columns = "start, seconds, changes, minimum, mean, maximum, last, known"
        #expect(
            try one.rows("SELECT \(columns) FROM summaries ORDER BY start") == [
                "\(time("2026-05-03T22:00:00.000Z").milliseconds)|86400|2|10.0|15.0|20.0|20.0|43200000",
                "\(time("2026-10-10T10:00:00.000Z").milliseconds)|3600|2|20.0|37.5|50.0|50.0|3600000",
            ]
        )
        #expect(
            try one.rows("SELECT coalesce(text, number) FROM changes ORDER BY time") == ["off line", "60.0", "70.0"]
        )
        // Another round changes nothing.
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM summaries") == ["2"])
        let period = Period(since: TimePoint("2026-01-01"))
        let reply = await one.answer(.history(Recall.Subject(path: "A"), period, timeZone: "Europe/Madrid"))
        guard case .history(let page) = reply else { throw Unexpected() }
        #expect(page.entries.map(\.value) == ["20", "50", "off line", "60", "70"])
        #expect(page.entries.map { $0.summary?.seconds } == [86400, 3600, nil, nil, nil])
    }

    @Test func shorterRetentionTakesEffectAtOnce() async throws {
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z")
        defer { one.remove() }
        for day in ["01", "10", "19"] { one.reading("A", .text(day), at: time("2026-11-\(day)T10:00:00.000Z")) }
        #expect(await one.isStored())
        one.history.update(
            filters: [:],
            keep: .seconds(7 * 86_400),
            size: one.settings.size,
            timeZone: one.settings.timeZone,
            isDurable: false
        )
        let isTidied = await eventually {
            one.history.runUntilIdle()
            return one.history.tidied >= one.clock.now
        }
        #expect(isTidied)
        #expect(try one.rows("SELECT number FROM changes") == ["19.0"])
    }

    /// Switched every hour, on for half of the day, which may have 23 or 25 hours.
    @Test(arguments: [
        ("Europe/Madrid", "2026-03-28T23:00:00.000Z", 23), ("Europe/Madrid", "2025-10-25T22:00:00.000Z", 25),
        ("America/New_York", "2026-03-08T05:00:00.000Z", 23), ("America/New_York", "2025-11-02T04:00:00.000Z", 25),
        ("Australia/Sydney", "2025-10-04T14:00:00.000Z", 23), ("Australia/Sydney", "2026-04-04T13:00:00.000Z", 25),
    ])
    func dayOfTwentyThreeOrTwentyFiveHoursIsSummarized(zone: String, start: String, hours: Int) async throws {
        let one = TemporaryHistory(now: "2026-11-20T12:00:00.000Z") {
            $0.timeZone = zone
            $0.keep = .seconds(1000 * 86_400)
        }
        defer { one.remove() }
        let begin = time(start)
        for half in 0..<(hours * 2) {
            one.reading("A", half.isMultiple(of: 2) ? .on : .off, at: begin + .seconds(1800 * half))
        }
        one.reading("A", .on)
        #expect(await one.isTidied())
        #expect(
            try one.rows("SELECT start, seconds, changes, minimum, mean, maximum, last FROM summaries") == [
                "\(begin.milliseconds)|\(hours * 3600)|\(hours * 2)|0.0|0.5|1.0|0.0"
            ]
        )
    }

    @Test func directionsAndTextsAreNotSummarized() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for day in 0..<20 {
            let moment = time("2026-02-01T10:00:00.000Z") + .seconds(86_400 * day)
            one.reading("A", day.isMultiple(of: 2) ? .up : .down, at: moment)
            one.reading("A", .text("text \(day)"), at: moment)
        }
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM changes") == ["40"])
        #expect(try one.rows("SELECT count(*) FROM summaries") == ["0"])
    }

    @Test func oldChangesAreDeletedExceptTheLast() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(10 * 86_400) }
        defer { one.remove() }
        for day in 0..<30 {
            one.reading(
                "A",
                .text("text \(day)"),
                at: time("2026-11-20T00:00:00.000Z") + .seconds(-86_400 * (30 - day))
            )
        }
        one.reading("B", .on, at: time("2026-01-01T00:00:00.000Z"))
        for id in UInt64(1)...30 {
            let requested = time("2026-11-20T00:00:00.000Z") + .seconds(-86_400 * (31 - Int64(id)))
            one.history.persist(
                .order(
                    OrderRecord(
                        id: id,
                        element: "A",
                        action: "on",
                        by: .user("x"),
                        requested: requested,
                        stage: .confirmed
                    )
                )
            )
        }
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM changes") == ["10"])
        #expect(try one.rows("SELECT path FROM readable_changes WHERE type = 'binary'") == ["B"])
        #expect(try await one.orders().map(\.id).min() == 22)
        #expect(one.history.load().readings.count == 2)
    }

    @Test func orderWithTheHighestNumberIsKept() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(86_400) }
        let requested = time("2026-01-01T00:00:00.000Z")
        for id in UInt64(1)...3 {
            one.history.persist(
                .order(
                    OrderRecord(
                        id: id,
                        element: "A",
                        action: "on",
                        by: .user("x"),
                        requested: requested,
                        stage: .failed
                    )
                )
            )
        }
        #expect(await one.isTidied())
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().lastOrder == 3)
        #expect(try await two.orders().map(\.id) == [3])
    }

    @Test func fileStaysBelowItsSizeLimit() async throws {
        let size = 1 << 20
        let one = TemporaryHistory { $0.size = size }
        defer { one.remove() }
        let begin = one.clock.now + .seconds(-20_000)
        for number in 0..<20_000 {
            one.reading("A", .text("a text that takes some room \(number)"), at: begin + .seconds(number))
        }
        await one.isStored()
        #expect(one.history.view.bytes > size)
        #expect(await one.isTidied())
        #expect(await one.isTidied())
        #expect(FileIdentity.size(one.file) < size + (300 << 10))
        let left = try one.rows("SELECT count(*), max(time) = \(begin.milliseconds + 19_999_000) FROM changes")
        #expect(left.first?.hasSuffix("|1") == true)
        #expect(Int(left.first?.split(separator: "|").first ?? "") ?? 0 > 5000)
    }

    @Test func ordersAreWrittenBetweenSlicesOfHousekeeping() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let begin = time("2026-10-01T00:00:00.000Z")
        for number in 0..<50_000 {
            one.reading("E\(number % 20)", .text("\(number)"), at: begin + .seconds(number))
        }
        await one.isStored()
        let before = one.history.slices
        one.clock.advance(.seconds(3700))
        let start = ContinuousClock.now
        while one.history.tidied < one.clock.now, ContinuousClock.now - start < .seconds(300) {
            one.history.runUntilIdle()
        }
        #expect(try one.rows("SELECT count(*) > 10 FROM summaries") == ["1"])
        #expect(one.history.slices - before > 5)
    }

    /// - Parameter end: when the last order was accepted; nil for now.
    private func acceptOrders(
        _ ids: ClosedRange<UInt64>,
        _ one: TemporaryHistory,
        apart: Duration,
        until end: Timestamp? = nil
    ) {
        let end = end ?? one.clock.now
        for id in ids {
            let requested = Timestamp(
                milliseconds: end.milliseconds - Int64(ids.upperBound - id) * apart.milliseconds
            )
            let action = "an action that takes some room \(id)"
            one.history.persist(
                .order(
                    OrderRecord(
                        id: id,
                        element: "A",
                        action: action,
                        by: .user("x"),
                        requested: requested,
                        stage: .accepted
                    )
                )
            )
        }
    }

    /// If a server reports no states, orders stay accepted.
    @Test func acceptedOrdersAreDeletedWhenTooOld() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(10 * 86_400) }
        defer { one.remove() }
        acceptOrders(1...30, one, apart: .seconds(86_400))
        #expect(await one.isTidied())
        #expect(try await one.orders().map(\.id).min() == 21)
    }

    @Test func acceptedOrdersAreDeletedBeforeReadingsIfTheFileIsTooLarge() async throws {
        let size = 1 << 20
        let one = TemporaryHistory { $0.size = size }
        defer { one.remove() }
        for number in 0..<100 { one.reading("B", .text("\(number)"), at: one.clock.now + .seconds(number - 200)) }
        acceptOrders(1...20_000, one, apart: .seconds(60))
        await one.isStored()
        #expect(one.history.view.bytes > size)
        #expect(await one.isTidied())
        #expect(await one.isTidied())
        #expect(FileIdentity.size(one.file) < size + (300 << 10))
        #expect(try one.rows("SELECT count(*) FROM changes") == ["100"])
        #expect(try await one.orders(last: 1).map(\.id) == [20_000])
    }

    /// Thousands of orders in an hour must not displace everything else.
    @Test func acceptedOrdersAreKeptForAsLongAsTheyMayBeConfirmed() async throws {
        let size = 2 << 20
        let one = TemporaryHistory { $0.size = size }
        defer { one.remove() }
        for number in 0..<100 { one.reading("B", .text("\(number)"), at: one.clock.now + .seconds(3500 + number)) }
        let end = one.clock.now + .seconds(3700)
        acceptOrders(1...20_000, one, apart: .milliseconds(100), until: end)
        await one.isStored()
        #expect(one.history.view.bytes > size)
        #expect(await one.isTidied())
        #expect(one.history.view.warnings.isEmpty)
        #expect(FileIdentity.size(one.file) < size + (300 << 10))
        #expect(try one.rows("SELECT count(*) FROM changes") == ["100"])
        let confirmable = end.milliseconds - 600_000
        #expect(try one.rows("SELECT count(*) FROM orders WHERE requested >= \(confirmable)") == ["6001"])
    }

    @Test func housekeepingStartsOverWithANewDatabase() async throws {
        let other = TemporaryHistory()
        other.reading("B", .number(10), at: time("2026-10-01T10:00:00.000Z"))
        other.reading("B", .number(20), at: time("2026-10-01T10:30:00.000Z"))
        other.reading("B", .number(30), at: time("2026-11-20T10:00:00.000Z"))
        #expect(await other.isStored())
        other.history.close()
        let one = TemporaryHistory()
        defer { one.remove() }
        #expect(await one.isTidied())
        try FileManager.default.removeItem(atPath: one.file)
        try FileManager.default.copyItem(atPath: other.file, toPath: one.file)
        other.remove()
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM summaries") == ["1"])
    }
}
