import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What is stored, and what is restored.
struct MemoryTests {
    private func known(_ path: String, _ value: Value, _ certainty: Certainty = .confirmed) -> Memory.Known {
        Memory.Known(
            element: path,
            type: value.type,
            reading: Reading(
                value: value,
                certainty: certainty,
                since: Timestamp(milliseconds: 1_600_000_000_000),
                cause: .user("eva")
            )
        )
    }

    @Test func readingsAreRestoredStaleWithTheirTime() throws {
        let house = HouseUnderTest()
        house.feed(.remembered(Memory(readings: [known("Casa/Buzzer", .on)], lastOrder: 41)))
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.value == .on && reading.isStale && reading.certainty == .confirmed)
        #expect(reading.since == Timestamp(milliseconds: 1_600_000_000_000) && reading.cause == .user("eva"))
        // It is not a change, and nothing new to store.
        #expect(house.events.isEmpty && house.records.isEmpty)
    }

    @Test func orderNumbersContinue() throws {
        let house = HouseUnderTest()
        house.feed(.remembered(Memory(lastOrder: 41)))
        let id = try house.give("set Buzzer on")
        try house.answer()
        #expect(house.receipt(id)?.id == 42)
    }

    @Test func takenNumbersAreNotUsed() throws {
        let house = HouseUnderTest()
        house.feed(.numbersTaken(upTo: 41))
        house.feed(.numbersTaken(upTo: 7))
        let id = try house.give("set Buzzer on")
        try house.answer()
        #expect(house.receipt(id)?.id == 42)
    }

    /// The memory could not be read at the start.
    @Test func lateMemoryIsRestoredIfNothingNewerIsKnown() throws {
        let house = HouseUnderTest()
        house.feed(.remembered(Memory()))
        try house.obey("set Buzzer off")
        let run = SceneRecord(scene: "Noche", by: .user("eva"), started: Timestamp(milliseconds: 1_600_000_000_000))
        house.feed(
            .remembered(
                Memory(readings: [known("Casa/Buzzer", .on), known("Torre/Bell", .on)], lastOrder: 41, scenes: [run])
            )
        )
        #expect(try house.reading("Buzzer", .binary).value == .off)
        let reading = try house.reading("Bell", .binary)
        #expect(reading.value == .on && reading.isStale)
        // Scenes that ran then are no longer running.
        let lost = house.records.compactMap { if case .scene(let record) = $0 { record.outcome } else { nil } }
        #expect(lost == [.lost])
        let id = try house.give("set Bell off")
        try house.answer()
        #expect(house.receipt(id)?.id == 42)
    }

    @Test func presentReadingIsNewer() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer off")
        house.feed(.remembered(Memory(readings: [known("Casa/Buzzer", .on)])))
        #expect(try house.reading("Buzzer", .binary).value == .off)
    }

    @Test func memoryOfMissingElementsIsIgnored() throws {
        let house = HouseUnderTest()
        house.feed(.remembered(Memory(readings: [known("Otra/Buzzer", .on), known("Casa/Display", .on)])))
        #expect(try house.reading("Display", .value).certainty == .unknown)
        house.expectNothingIsHeld()
    }

    @Test func everyStageIsStoredAndTheAnswerComesAfterIt() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        try house.answer(.refused(reason: "500", isPassing: true))
        house.pass(.milliseconds(200))
        try house.answer()
        let stages = house.records.compactMap { if case .order(let record, _) = $0 { record.stage } else { nil } }
        #expect(stages == [.sent, .sent, .accepted])
        let record = try #require(house.record(1))
        #expect(record.attempts.map(\.result) == ["refused: 500", "accepted"])
        #expect(record.signal == "POST http://casa?Buzzer=on")
        #expect(record.by == .user("ana") && record.origin == .socket)
        // All records known at the time of the reply.
        #expect(house.storedReplies[id] == house.records.count)
    }

    @Test func waitingOrderIsStoredToo() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.give("set Buzzer off")
        #expect(house.record(2)?.stage == .requested)
    }

    @Test(
        arguments: [
            (Outcome.refused(reason: "404", isPassing: false), OrderStage.failed), (.lost(reason: "timeout"), .failed),
            (.impossible(SignalFault(message: "none")), .failed),
        ]
    )
    func failedOrderSaysWhy(outcome: Outcome, stage: OrderStage) throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 100ms")
        try house.answer(outcome)
        #expect(house.record(1)?.stage == stage)
        #expect(house.record(1)?.problem == house.fault(id)?.message)
        #expect(house.events.contains { $0.order == 1 && $0.stage == stage })
    }

    @Test func withoutADatabaseTheLastOrdersAreKnown() throws {
        let house = HouseUnderTest()
        for line in ["set Buzzer on", "set Bell on", "set Buzzer off"] { try house.obey(line) }
        guard case .orders(let list)? = try house.ask("orders Buzzer") else {
            Issue.record("no list")
            return
        }
        #expect(list.orders.map(\.id) == [3, 1])
        #expect(list.orders.map(\.stage) == [.accepted, .accepted])
        #expect(house.recalls.values.first == .orders(elements: ["Casa/Buzzer"], last: 20))
    }

    @Test func logOfOrdersIsBounded() {
        var log = OrderLog()
        for number in 1...10_000 as ClosedRange<UInt64> {
            log.note(order(number))
        }
        let last = log.last(1000, of: nil)
        #expect(last.count == OrderLog.maxOrders)
        #expect(last.first?.id == 10_000)
    }

    @Test func logContinuesFromAHugeNumber() {
        var log = OrderLog()
        let first: UInt64 = 1 << 62
        for number in first..<first + 1000 { log.note(order(number)) }
        #expect(log.last(2, of: nil).map(\.id) == [first + 999, first + 998])
        #expect(log.last(1000, of: nil).count == OrderLog.maxOrders)
    }

    @Test func logKeepsTheHighestNumbersWhateverTheirOrder() {
        var log = OrderLog()
        for number in [5, 3, 900, 4, 901, 5] as [UInt64] { log.note(order(number)) }
        #expect(log.last(10, of: nil).map(\.id) == [901, 900, 5, 4, 3])
        for number in 902..<902 + UInt64(OrderLog.maxOrders) - 2 { log.note(order(number)) }
        // A dropped record does not return.
        log.note(order(5))
        #expect(log.last(1000, of: nil).map(\.id) == (900..<902 + UInt64(OrderLog.maxOrders) - 2).reversed())
    }

    private func order(_ number: UInt64) -> OrderRecord {
        OrderRecord(
            id: number,
            element: "a",
            action: "on",
            by: .user("ana"),
            requested: Timestamp(milliseconds: 0)
        )
    }

    @Test func eachAttemptIsPersistedWhenItBeginsAndWhenItEnds() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 600s")
        for _ in 0..<40 {
            try house.answer(.refused(reason: "503", isPassing: true))
            house.pass(.seconds(10))
        }
        try house.answer()
        let persisted = house.records.map { if case .order(let record, _) = $0 { record.attempts.count } else { 0 } }
        let attempts = try #require(house.record(1)).attempts
        #expect(attempts.count == 41)
        #expect(attempts.map(\.result) == Array(repeating: "refused: 503", count: 40) + ["accepted"])
        #expect(persisted.reduce(0, +) == 2 * attempts.count)
    }

    @Test func historyIsRequestedByFullPathAndZone() throws {
        let house = HouseUnderTest()
        _ = try house.ask("history Bell --since 2d")
        #expect(
            house.recalls.values.first
                == .history(.init(path: "Torre/Bell"), Period(since: .ago(.seconds(172_800))), timeZone: "UTC")
        )
        #expect(house.fault(try house.give("history Nada"))?.code == .unknownElement)
    }
}
