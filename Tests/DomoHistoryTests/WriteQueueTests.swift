import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// What waits for the writer stays within its bounds.
@Suite struct WriteQueueTests {
    private func persist(_ texts: [String], in queue: WriteQueue) {
        for text in texts {
            let reading = Reading(
                value: .text(text),
                certainty: .confirmed,
                since: time("2026-11-20T12:00:00Z"),
                cause: .house
            )
            queue.persist(.reading(element: "A", type: .value, reading))
        }
    }

    private func texts(_ batch: WriteQueue.Batch) -> [String] {
        batch.readings.map { if case .text(let text)? = $0.reading.value { text } else { "" } }
    }

    @Test func whatCouldNotBeWrittenIsDroppedBeforeWhatIsNewer() {
        let queue = WriteQueue(maxRecords: 3, maxBytes: 1 << 20)
        persist(["1", "2", "3"], in: queue)
        let batch = queue.nextBatch(records: true, waitingUntil: 0)
        #expect(texts(batch) == ["1", "2", "3"])
        persist(["4", "5"], in: queue)
        #expect(queue.dropped == 0)
        queue.complete(batch, isWritten: false)
        #expect(queue.waiting == 3)
        #expect(queue.dropped == 2)
        #expect(texts(queue.nextBatch(records: true, waitingUntil: 0)) == ["3", "4", "5"])
    }

    @Test func whatWasWrittenIsForgotten() {
        let queue = WriteQueue(maxRecords: 3, maxBytes: 1 << 20)
        persist(["1", "2"], in: queue)
        let batch = queue.nextBatch(records: true, waitingUntil: 0)
        #expect(queue.waiting == 2)
        queue.complete(batch, isWritten: true)
        #expect(queue.waiting == 0)
        #expect(queue.dropped == 0)
        #expect(texts(queue.nextBatch(records: true, waitingUntil: 0)) == [])
    }
}
