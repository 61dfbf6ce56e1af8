import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

@Suite struct RoundTripTests {
    static let actions: [Value] = [
        .on, .off, .level(.zero), .level(Percent(clamping: 37)), .up, .down, .stop,
        .colour(.rgb(red: 255, green: 128, blue: 0)), .colour(.black), .colour(.white(kelvin: 2700)),
    ]
    static let values = [
        "Hola, ¿qué tal?", "", "21.50", "21.5", "-3", "+3", "007", "1e3", "nan", "inf", "0x10", "99999999999999999999",
        "-0",
        ".", "'; DROP TABLE changes; --", "1.0", "12 345", "0.00001", "123456789012345.678", "-0.50",
        "999999999999999999",
        String(repeating: "ñ", count: 1024),
    ].compactMap { FacetType.value.value(word: $0) }

    @Test(arguments: actions + values)
    func readingRoundTrips(action: Value) async throws {
        let one = TemporaryHistory()
        one.reading("Casa/Salon/Luz", action, .assumed, by: .scene("Noche"))
        #expect(await one.isStored())
        let two = one.reopened()
        defer { two.remove() }
        let expected = Reading(value: action, certainty: .assumed, since: one.clock.now, cause: .scene("Noche"))
        #expect(
            two.history.load().readings
                == [Memory.Known(element: "Casa/Salon/Luz", type: action.type, reading: expected)]
        )
        // With its original spelling: 21.50, not 21.5.
        #expect(two.history.load().readings.first?.reading.value?.word == action.word)
    }

    /// A type that the program which created the file did not have.
    @Test func newTypeIsAddedToTheTables() async throws {
        let one = TemporaryHistory()
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.close()
        try Database(one.file).execute("DELETE FROM types WHERE name = 'colour'")
        let two = one.reopened()
        defer { two.remove() }
        two.reading("A", .colour(.white(kelvin: 2700)))
        #expect(await two.isStored())
        #expect(try two.rows("SELECT id, name FROM types WHERE name = 'colour'") == ["5|colour"])
    }

    @Test func unknownReadingRoundTrips() async throws {
        let one = TemporaryHistory()
        one.reading("A", .on)
        one.reading("A", nil, .unknown, type: .binary)
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.reading.value) == [nil])
        #expect(two.history.load().readings.map(\.reading.certainty) == [.unknown])
    }

    @Test func orderRoundTrips() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        var order = OrderRecord(
            id: 7,
            element: "Casa/Luz \"ñ\"",
            type: "binary",
            action: "on",
            by: .user("ana"),
            origin: .web,
            requested: one.clock.now,
            signal: "POST http://server/?operation=enable",
            attempts: [
                OrderRecord.Attempt(time: one.clock.now, milliseconds: 12.5, result: "HTTP 503: \"busy\"\n"),
                OrderRecord.Attempt(time: one.clock.now),
            ],
            stage: .mismatch,
            reached: one.clock.now + .seconds(3),
            acceptedAfter: 20.25,
            confirmedAfter: 1000.5,
            observed: "off",
            problem: "the house said off",
            followedBy: 4711
        )
        one.history.persist(.order(order))
        #expect(try await one.orders() == [order])
        order.stage = .confirmed
        order.observed = nil
        order.attempts[1].result = "accepted"
        one.history.persist(.order(order))
        #expect(try await one.orders() == [order])
        #expect(try await one.orders("Casa/Luz \"ñ\"") == [order])
        #expect(try await one.orders("Casa") == [])
    }

    @Test func theNewestOrdersComeFirst() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for id in UInt64(1)...9 {
            let element = id.isMultiple(of: 2) ? "A" : "B"
            let requested = one.clock.now + .seconds(Int64(id) / 2)
            one.history.persist(
                .order(OrderRecord(id: id, element: element, action: "on", by: .user("x"), requested: requested))
            )
        }
        #expect(try await one.orders(last: 4).map(\.id) == [9, 8, 7, 6])
        #expect(try await one.orders("A", last: 3).map(\.id) == [8, 6, 4])
    }

    @Test func highestOrderNumberIsRestored() async throws {
        let one = TemporaryHistory()
        for id in [UInt64(3), 12, 5] {
            one.history.persist(
                .order(OrderRecord(id: id, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
            )
        }
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().lastOrder == 12)
    }

    @Test(arguments: OrderStage.allCases)
    func orderInterruptedByACrashHasFailed(stage: OrderStage) async throws {
        let one = TemporaryHistory()
        let order = OrderRecord(
            id: 1,
            element: "A",
            action: "on",
            by: .user("x"),
            requested: one.clock.now,
            stage: stage
        )
        one.history.persist(.order(order))
        one.clock.advance(.seconds(60))
        let two = one.reopened()
        defer { two.remove() }
        let found = try await two.orders()
        if stage == .requested || stage == .sent {
            #expect(found.map(\.stage) == [.failed])
            #expect(found.map(\.problem) == ["domod stopped before the outcome was known; check the house"])
            #expect(found.map(\.reached) == [two.clock.now])
        } else {
            #expect(found == [order])
        }
    }
}
