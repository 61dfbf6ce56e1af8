import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// All records, in the order of writing.
@Suite struct RecordsTests {
    private func page(
        _ one: TemporaryHistory,
        from cursor: String = "start",
        about: String? = nil,
        within places: [String]? = nil
    ) async throws -> RecordsPage {
        switch await one.answer(.records(from: cursor, about: about, within: places)) {
        case .records(let page): return page
        case .fault(let fault): throw fault
        case let reply:
            Issue.record("\(reply)")
            throw Unexpected()
        }
    }

    private func order(_ id: UInt64, _ one: TemporaryHistory, _ stage: OrderStage) {
        let order = OrderRecord(
            id: id,
            element: "Casa/Lamp",
            action: "on",
            by: .user("x"),
            requested: one.clock.now,
            stage: stage
        )
        one.history.persist(.order(order))
    }

    private func texts(_ page: RecordsPage) -> [String] {
        page.records.map { record in
            record.reading.map { "\(record.element ?? "") \($0.value)\($0.certainty == .assumed ? "?" : "")" }
                ?? record.order.map { "order \($0.id) \($0.stage.rawValue)" } ?? record.event?.kind.rawValue ?? ""
        }
    }

    @Test func recordsFollowTheCursorInTheOrderOfWriting() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let empty = try await page(one)
        #expect(empty.records == [] && !empty.more && empty.database.count == 16)
        one.reading("Casa/Lamp", .on, .assumed, by: .user("x"))
        // Its time is earlier.
        one.reading("Casa/Door", .off, at: one.clock.now + .seconds(-60))
        await one.isStored()
        order(1, one, .accepted)
        one.history.persist(.event(HouseLogEntry(.started, at: one.clock.now)))
        await one.isStored()
        let first = try await page(one, from: empty.next)
        #expect(texts(first) == ["Casa/Lamp on?", "Casa/Door off", "order 1 accepted", "started"])
        #expect(first.next.hasPrefix(first.database + ".") && first.holes == [] && !first.more)
        #expect(try await page(one, from: first.next).records == [])
        #expect(try await page(one, from: "now") == RecordsPage(database: first.database, next: first.next))
        // What has changed comes again.
        one.reading("Casa/Lamp", .on, .confirmed, by: .user("x"))
        order(1, one, .confirmed)
        await one.isStored()
        let second = try await page(one, from: first.next)
        #expect(Set(texts(second)) == ["Casa/Lamp on", "order 1 confirmed"])
        #expect(texts(try await page(one)) == ["Casa/Door off", "started"] + texts(second))
        // Positions go on after a restart.
        let two = one.reopened()
        two.reading("Casa/Door", .on)
        await two.isStored()
        #expect(texts(try await page(two, from: second.next)) == ["Casa/Door on"])
        two.history.close()
    }

    @Test func pagesReachTheEnd() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<4500 { one.reading("Casa/E\(number % 3)", .text("text \(number)"), at: one.clock.now) }
        await one.isStored()
        let two = one.reopened()
        for number in 4500..<5000 { two.reading("Casa/E\(number % 3)", .text("text \(number)")) }
        await two.isStored()
        var (values, cursor, pages): ([String], String, Int) = ([], "start", 0)
        while true {
            let page = try await page(two, from: cursor)
            values += page.records.compactMap(\.reading?.value)
            cursor = page.next
            pages += 1
            guard page.more else { break }
        }
        #expect(values == (0..<5000).map { "text \($0)" })
        #expect((3...6).contains(pages))
        two.history.close()
    }

    @Test func recordsAreLimitedToPlaces() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Salon/Lamp", .on)
        one.reading("Casa/Cocina/Lamp", .on)
        var scene = HouseLogEntry(.scene, at: one.clock.now)
        (scene.scene, scene.places) = ("Both", ["Casa/Salon/Lamp", "Casa/Cocina/Lamp"])
        one.history.persist(.event(scene))
        await one.isStored()
        #expect(texts(try await page(one, within: ["Casa/Salon"])) == ["Casa/Salon/Lamp on"])
        #expect(texts(try await page(one, within: ["Casa"])).count == 3)
        #expect(texts(try await page(one, about: "Casa/Cocina")) == ["Casa/Cocina/Lamp on", "scene"])
        #expect(texts(try await page(one, within: [])) == [])
    }

    @Test func cursorOfAnotherDatabaseIsRefused() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let two = TemporaryHistory()
        defer { two.remove() }
        let cursor = try await page(one).next
        let fault = await #expect(throws: Fault.self) { try await page(two, from: cursor) }
        #expect(fault?.code == .otherDatabase && fault?.message.contains("another database") == true)
        for cursor in ["", "x", "0123456789abcdef", "0123456789abcdef.-1", "0123456789abcdef.1.2"] {
            let fault = await #expect(throws: Fault.self) { try await page(two, from: cursor) }
            #expect(fault?.message.hasPrefix("invalid cursor") == true)
        }
    }

    @Test func summarizedAndDeletedRecordsAreHoles() async throws {
        let one = TemporaryHistory { $0.keep = .seconds(100 * 86_400) }
        defer { one.remove() }
        let start = try await page(one, from: "now").next
        let now = one.clock.now
        // One is deleted by age, two are summarized, and the last of each element stays.
        for days in [200, 60, 59, 1] {
            one.reading("Casa/Lamp", .number(Decimal(integerLiteral: days)), at: now + .seconds(-days * 86_400))
        }
        one.reading("Casa/Door", .on, at: now + .seconds(-200 * 86_400))
        order(1, one, .confirmed)
        await one.isStored()
        let before = try await page(one, from: start)
        #expect(before.records.count == 6 && before.holes == [])
        #expect(await one.isTidied())
        let after = try await page(one, from: start)
        #expect(texts(after) == ["Casa/Lamp 1", "Casa/Door on", "order 1 confirmed"])
        #expect(
            after.holes == [
                RecordsPage.Hole(
                    element: "Casa/Lamp",
                    part: .readings,
                    reason: .removed,
                    from: now + .seconds(-200 * 86_400),
                    to: now + .seconds(-59 * 86_400),
                    records: 3
                )
            ]
        )
        // Who has read them misses nothing.
        #expect(try await page(one, from: before.next).holes == [])
        #expect(try await page(one, from: start, within: ["Casa/Door"]).holes == [])
        #expect(try await page(one, from: start, about: "Casa/Lamp").holes.count == 1)
    }

    @Test func sheddingLeavesHoles() async throws {
        let one = TemporaryHistory { $0.size = 1 << 20 }
        defer { one.remove() }
        let start = try await page(one, from: "now").next
        for number in 0..<20_000 {
            one.reading(
                "Casa/Sensor",
                .text("some text that takes room \(number)"),
                at: one.clock.now + .seconds(number - 20_000)
            )
        }
        await one.isStored()
        #expect(await one.isTidied())
        let hole = try #require(try await page(one, from: start).holes.first)
        #expect(hole.element == "Casa/Sensor" && hole.from == one.clock.now + .seconds(-20_000 - 3700))
        #expect(hole.records > 1000)
    }

    /// A disk that fails for too long.
    @Test func droppedRecordsAreHoles() async throws {
        let one = TemporaryHistory { $0.maxWaiting = 10 }
        defer { one.remove() }
        one.reading("Casa/Lamp", .on)
        await one.isStored()
        let start = try await page(one, from: "now").next
        // Another program holds the file for a moment.
        let now = one.clock.now
        let queue = WriteQueue(maxRecords: 10, maxBytes: 1 << 20)
        for number in 0..<15 {
            let reading = Reading(
                value: .text("\(number)"),
                certainty: .confirmed,
                since: now + .seconds(number),
                cause: .house
            )
            queue.persist(.reading(element: "Casa/Text", type: .value, reading))
        }
        let batch = queue.nextBatch(records: true, waitingUntil: 0)
        #expect(batch.readings.count == 10)
        let loss = try #require(batch.losses.all[Losses.Key(element: "Casa/Text", part: .changes)])
        #expect(loss.records == 5 && loss.from == now && loss.to == now + .seconds(4))
        one.history.close()
        let store = try Store(one.settings, endsUnfinishedAt: nil)
        try store.write(batch)
        store.close()
        let two = one.reopened()
        let page = try await page(two, from: start)
        #expect(page.records.count == 10)
        #expect(
            page.holes == [
                RecordsPage.Hole(
                    element: "Casa/Text",
                    part: .readings,
                    reason: .lost,
                    from: now,
                    to: now + .seconds(4),
                    records: 5
                )
            ]
        )
        two.history.close()
    }

    @Test func theListOfHolesIsBounded() throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.close()
        let store = try Store(one.settings, endsUnfinishedAt: nil)
        try store.transaction { database in
            try database.run(
                """
                INSERT INTO holes
                    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT \(Store.maxHoles * 2))
                    SELECT i % 7, 0, 0, i, i << 12, (i << 12) + 5, i, i + 1, 6 FROM n
                """
            )
            try store.mergeHoles()
        }
        let count = "SELECT count(*) FROM holes"
        #expect(try store.database.integer(count) ?? 0 < Store.maxHoles)
        #expect(try store.database.integer("SELECT sum(records) FROM holes") == Int64(Store.maxHoles * 2 * 6))
        #expect(try store.database.integer("\(count) WHERE block = -1") == 7)
        #expect(try store.database.integer("SELECT min(first) FROM holes WHERE block = -1") == 0)
        store.close()
    }

    @Test func recordsOfAnEarlierVersionAreInOrder() async throws {
        let one = TemporaryHistory(now: "2026-11-22T01:00:00.000Z") { $0.schema = Schema(steps: []) }
        one.history.close()
        try change(one.file, Fixture.firstVersion)
        let two = one.reopened { $0.schema = Schema() }
        defer { two.remove() }
        two.history.migrate()
        let page = try await page(two)
        #expect(
            texts(page) == ["Casa/Salón/Luz off", "Casa/Salón/Luz 0", "Casa/Salón/Mensaje 21.50", "order 10 failed"]
        )
    }
}
