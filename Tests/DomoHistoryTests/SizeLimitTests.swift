import DomoLanguage
import DomoModel
import DomoSystem
import Foundation
import Testing

@testable import DomoHistory

/// What is deleted first when the file is too large.
@Suite struct SizeLimitTests {
    private static let size = 1 << 20

    private func order(
        _ id: UInt64,
        _ element: String,
        at time: Timestamp,
        stage: OrderStage = .confirmed
    ) -> Record {
        .order(
            OrderRecord(
                id: id,
                element: element,
                action: "an action that takes some room \(id)",
                by: .token("guest"),
                requested: time,
                attempts: [OrderRecord.Attempt(time: time, milliseconds: 3, result: "accepted")],
                stage: stage
            )
        )
    }

    /// Ordered thousands of times within the last hours, long after everything else.
    @Test func ordersWithoutEndDisplaceOnlyTheOrdersOfTheirElement() async throws {
        let one = TemporaryHistory { $0.size = Self.size }
        defer { one.remove() }
        let begin = one.clock.now + .seconds(-80_000)
        for number in 0..<200 {
            one.reading("Door", .text("open \(number)"), at: begin + .seconds(number - 10_000))
            one.history.persist(order(UInt64(number + 1), "Door", at: begin + .seconds(number - 10_000)))
            one.reading("Lamp", .level(Percent(clamping: number % 100)), at: begin + .seconds(number * 2))
        }
        for number in 0..<10_000 {
            one.history.persist(order(UInt64(number + 1001), "Lamp", at: begin + .seconds(number)))
        }
        await one.isStored()
        #expect(one.history.view.bytes > Self.size)
        #expect(await one.isTidied())
        #expect(FileIdentity.size(one.file) < Self.size + (300 << 10))
        let count = "SELECT count(*) FROM"
        #expect(try one.rows("\(count) readable_changes WHERE path = 'Door'") == ["200"])
        #expect(try one.rows("\(count) readable_orders WHERE path = 'Door'") == ["200"])
        #expect(try one.rows("\(count) readable_changes WHERE path = 'Lamp'") == ["200"])
        let left = try one.rows("\(count) readable_orders WHERE path = 'Lamp'").compactMap { Int($0) }
        #expect(left.allSatisfy { (1000..<9000).contains($0) })
        // The oldest have gone, with their attempts.
        #expect(
            try one.rows("SELECT max(number), max(number) - min(number) + 1 = count(*) FROM orders WHERE number > 1000")
                == ["11000|1"]
        )
        #expect(try one.rows("\(count) attempts") == [String((left.first ?? 0) + 200)])
        #expect(one.history.view.warnings.isEmpty)
    }

    @Test func aBusySensorDisplacesOnlyItself() async throws {
        let one = TemporaryHistory { $0.size = Self.size }
        defer { one.remove() }
        let begin = one.clock.now + .seconds(-80_000)
        for number in 0..<300 { one.reading("Door", .text("open \(number)"), at: begin + .seconds(number - 10_000)) }
        for number in 0..<20_000 {
            let time = begin + .seconds(number)
            one.reading("Sensor", .text("a text that takes some room \(number)"), at: time)
            // Another type of the same element, whose newest change is among its oldest.
            if number < 50 { one.reading("Sensor", number.isMultiple(of: 2) ? .on : .off, at: time) }
        }
        #expect(await one.isTidied())
        #expect(FileIdentity.size(one.file) < Self.size + (300 << 10))
        #expect(try one.rows("SELECT count(*) FROM readable_changes WHERE path = 'Door'") == ["300"])
        let sensor = "FROM readable_changes WHERE path = 'Sensor' AND type ="
        #expect(try one.rows("SELECT count(*), max(value) \(sensor) 'binary'") == ["1|off"])
        #expect(try one.rows("SELECT count(*) > 3000 AND count(*) < 19000 \(sensor) 'value'") == ["1"])
    }

    /// Two elements with many records lose theirs in turn.
    @Test func largestComesFirst() async throws {
        let one = TemporaryHistory { $0.size = Self.size }
        defer { one.remove() }
        let begin = one.clock.now + .seconds(-80_000)
        for number in 0..<20_000 {
            let name = number.isMultiple(of: 4) ? "B" : "A"
            one.reading(name, .text("a text that takes some room \(number)"), at: begin + .seconds(number))
        }
        #expect(await one.isTidied())
        let sizes = try one.rows("SELECT bytes FROM sizes WHERE part = 0 ORDER BY element").compactMap { Int($0) }
        #expect(sizes.count == 2)
        #expect(
            try one.rows("SELECT count(*) FROM readable_changes WHERE path = 'B'") == ["5000"]
                || abs((sizes.first ?? 0) - (sizes.last ?? 0)) < 100_000,
            "\(sizes)"
        )
    }

    /// Orders that are not over are kept, even if nothing else is left; that is said.
    @Test func whatCanNotBeDeletedIsReported() async throws {
        let one = TemporaryHistory { $0.size = Self.size }
        defer { one.remove() }
        for number in 0..<10_000 {
            one.history.persist(order(UInt64(number + 1), "A", at: one.clock.now, stage: .sent))
        }
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM orders") == ["10000"])
        #expect(one.history.view.warnings.contains { $0.contains("no old records left to delete") })
    }

    /// Of a guest who ordered long texts: they can't be deleted yet, and nobody else's records go instead.
    @Test func recentOrdersDisplaceNothingElse() async throws {
        let one = TemporaryHistory { $0.size = Self.size }
        defer { one.remove() }
        for number in 0..<50 {
            one.reading("Lamp", number.isMultiple(of: 2) ? .on : .off, at: one.clock.now + .seconds(number - 5000))
            one.history.persist(order(UInt64(number + 1), "Lamp", at: one.clock.now + .seconds(number - 5000)))
        }
        let recent = one.clock.now + .seconds(3600)
        for number in 0..<10_000 {
            one.history.persist(order(UInt64(number + 1001), "Message", at: recent, stage: .accepted))
        }
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) FROM readable_changes WHERE path = 'Lamp'") == ["50"])
        #expect(try one.rows("SELECT count(*) FROM readable_orders WHERE path = 'Lamp'") == ["50"])
        // Later they go.
        one.clock.advance(.seconds(600))
        #expect(await one.isTidied())
        #expect(FileIdentity.size(one.file) < Self.size + (300 << 10))
        #expect(try one.rows("SELECT count(*) FROM readable_changes WHERE path = 'Lamp'") == ["50"])
    }

    // MARK: - Counting

    /// What the triggers count is what a count of all rows finds.
    private func countedAndFound(_ one: TemporaryHistory) throws -> (counted: [String], found: [String]) {
        let texts = ["type", "action", "origin", "signal", "stage", "observed", "problem"]
        let order = texts.map { "coalesce(length(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
        let found = try one.rows(
            """
            SELECT id, 0, (SELECT coalesce(sum(50 + coalesce(length(CAST(text AS BLOB)), 0)), 0) FROM changes
                WHERE element = id) + 110 * (SELECT count(*) FROM summaries WHERE element = id) FROM elements
            UNION ALL
            SELECT id, 1, (SELECT coalesce(sum(120 + \(order)), 0) FROM orders WHERE element = id)
                + 60 * (SELECT count(*) FROM attempts JOIN orders USING (number, requested) WHERE element = id)
            FROM elements ORDER BY 1, 2
            """
        )
        return (try one.rows("SELECT * FROM sizes ORDER BY element, part"), found)
    }

    @Test func everyRowIsCounted() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(300 * 86_400) }
        defer { one.remove() }
        for day in 0..<400 {
            let time = one.clock.now + .seconds(-86_400 * day - 7200)
            one.reading("Sensor", .number(.init(integerLiteral: day)), at: time)
            one.reading("Sensor", .number(.init(integerLiteral: day + 1000)), at: time + .seconds(600))
            one.reading("Text", .text("año \(day)"), at: time)
            one.history.persist(order(UInt64(1000 - day), "Lamp", at: time, stage: .sent))
            one.history.persist(order(UInt64(1000 - day), "Lamp", at: time, stage: .confirmed))
        }
        await one.isStored()
        let written = try countedAndFound(one)
        #expect(written.counted == written.found)
        #expect(await one.isTidied())
        #expect(try one.rows("SELECT count(*) > 0 FROM summaries") == ["1"])
        let thinned = try countedAndFound(one)
        #expect(thinned.counted == thinned.found)
        #expect(thinned.counted != written.counted)
    }

    @Test func recordsOfAnEarlierVersionAreCounted() async throws {
        let one = TemporaryHistory(now: "2026-11-22T01:00:00.000Z") { $0.schema = Schema(steps: []) }
        one.history.close()
        try change(
            one.file,
            """
            \(Fixture.firstVersion)
            \(Fixture.orders(30))
            INSERT INTO summaries VALUES (1, 1, 1700000000000, 3600, 2, 0, 0.5, 1, 1, 3600000, 2, 1);
            """
        )
        #expect(try one.rows("PRAGMA user_version") == ["4"])
        let two = one.reopened { $0.schema = Schema() }
        defer { two.remove() }
        #expect(two.history.load().lastOrder == 1030)
        #expect(try two.rows("PRAGMA user_version") == ["\(Schema().version)"])
        let (counted, found) = try countedAndFound(two)
        #expect(counted == found)
        #expect(try two.rows("SELECT sum(bytes) > 30 * 120 FROM sizes") == ["1"])
    }
}
