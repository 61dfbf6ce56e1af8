import DomoLanguage
import DomoModel
import DomoSystem
import Testing

@testable import DomoHistory

/// Which records are written at once, and which wait a moment for others.
@Suite struct LingeringTests {
    private let queue = WriteQueue(maxRecords: 1000, maxBytes: 1 << 20)
    private let now = Timestamp(milliseconds: 1_780_000_000_000)

    private func persist(_ number: UInt64, _ stage: OrderStage) {
        queue.persist(
            .order(OrderRecord(id: number, element: "A", action: "on", by: .user("x"), requested: now, stage: stage))
        )
    }

    private func wait(unsettled: Bool) { queue.whenStored(unsettled: unsettled) { _ in } }

    /// The writer's next batch, as `1 accepted`.
    private func nextBatch() -> [String] {
        queue.nextBatch(records: true, waitingUntil: MonotonicClock.now() + 10_000_000_000).orders
            .map { "\($0.number) \($0.record.stage)" }
    }

    @Test func quickOrderIsWrittenOnce() {
        for stage in [OrderStage.requested, .sent, .accepted] { persist(1, stage) }
        wait(unsettled: false)
        #expect(nextBatch() == ["1 accepted"])
    }

    @Test func orderInFlightWaitsWhileOthersAreWritten() {
        persist(1, .requested)
        persist(2, .accepted)
        wait(unsettled: false)
        #expect(nextBatch() == ["2 accepted"])
        persist(1, .sent)
        persist(3, .failed)
        wait(unsettled: false)
        #expect(nextBatch() == ["3 failed"])
        #expect(queue.waiting == 2)
        persist(1, .accepted)
        wait(unsettled: false)
        #expect(nextBatch() == ["1 accepted"])
    }

    @Test func waiterForAnOrderInFlightGetsItWritten() {
        persist(1, .requested)
        persist(2, .accepted)
        wait(unsettled: true)
        wait(unsettled: false)
        #expect(nextBatch() == ["2 accepted", "1 requested"])
        // The next time nobody waits.
        persist(3, .sent)
        wait(unsettled: false)
        #expect(nextBatch() == [])
    }

    @Test func jobFindsAllEarlierRecordsWritten() {
        persist(1, .sent)
        queue.run { _ in }
        #expect(nextBatch() == ["1 sent"])
        persist(2, .sent)
        queue.close()
        #expect(nextBatch() == ["2 sent"])
    }

    @Test func recordIsWrittenSoonEvenIfNobodyWaits() {
        let start = ContinuousClock.now
        persist(1, .sent)
        persist(1, .accepted)
        #expect(nextBatch() == ["1 accepted"])
        persist(2, .sent)
        queue.persist(
            .reading(
                element: "A",
                type: .binary,
                Reading(value: .on, certainty: .assumed, since: now, cause: .user("x"))
            )
        )
        let batch = queue.nextBatch(records: true, waitingUntil: MonotonicClock.now() + 120_000_000_000)
        #expect(batch.readings.count == 1)
        #expect(batch.orders.map(\.number) == [2])
        let time = ContinuousClock.now - start
        #expect(time > .milliseconds(150))
        #expect(time < .seconds(60))
    }

    @Test func orderInFlightIsNotDelayedByOthersForLong() {
        let start = ContinuousClock.now
        persist(1, .sent)
        var number: UInt64 = 2
        while true {
            persist(number, .accepted)
            number += 1
            wait(unsettled: false)
            if nextBatch().contains("1 sent") { break }
            guard ContinuousClock.now - start < .seconds(60) else {
                Issue.record("it is still not written")
                break
            }
        }
    }

    /// A record alone waits for 100 ms. A busy machine may take as long, but not each time.
    @Test func manyRecordsDoNotWaitUntilSomeAreDropped() {
        let isQuick = (0..<300).contains { _ in
            let one = LingeringTests()
            let start = ContinuousClock.now
            for number in 1...251 { one.persist(UInt64(number), .sent) }
            #expect(one.nextBatch().count == 251)
            #expect(one.queue.dropped == 0)
            return ContinuousClock.now - start < .milliseconds(90)
        }
        #expect(isQuick)
    }

    @Test func unwrittenRecordDoesNotHideNewerOnes() {
        persist(1, .sent)
        persist(2, .sent)
        wait(unsettled: true)
        let batch = queue.nextBatch(records: true, waitingUntil: 0)
        persist(1, .accepted)
        queue.complete(batch, isWritten: false)
        wait(unsettled: true)
        #expect(nextBatch() == ["1 accepted", "2 sent"])
    }

    @Test func writerWakesByItself() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        // Until the writer sleeps.
        #expect(await one.isStored())
        one.history.persist(
            .order(OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
        )
        #expect(await eventually { (try? one.history.storedNumbers(stage: "requested")) == [1] })
    }

    @Test func recordReportedAsStoredIsInTheFile() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in UInt64(1)...200 {
            var order = OrderRecord(id: number, element: "A", action: "on", by: .user("x"), requested: one.clock.now)
            one.history.persist(.order(order))
            if number.isMultiple(of: 2) {
                #expect(await one.isStored())
                #expect(try one.history.storedNumbers(stage: "requested").contains(Int(number)))
            } else {
                order.stage = .accepted
                one.history.persist(.order(order))
                let isStored = await withCheckedContinuation { continuation in
                    one.history.whenStored(unsettled: false) { continuation.resume(returning: $0) }
                }
                #expect(isStored)
                #expect(try one.history.storedNumbers(stage: "accepted").contains(Int(number)))
            }
        }
    }
}
