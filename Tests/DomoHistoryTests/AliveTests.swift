import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// The heartbeat of the daemon.
@Suite struct AliveTests {
    @Test func lastHeartbeatIsRestored() async throws {
        let one = TemporaryHistory()
        #expect(one.history.load().alive == nil)
        one.history.persist(.alive(one.clock.now))
        #expect(await one.isStored())
        // In another batch, and twice in one; also after the clock was set back.
        one.history.persist(.alive(one.clock.now + .seconds(60)))
        one.history.persist(.alive(one.clock.now + .seconds(-60)))
        #expect(await one.isStored())
        #expect(try one.rows("SELECT count(*) FROM alive") == ["1"])
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().alive == one.clock.now + .seconds(-60))
    }

    @Test func heartbeatIsWrittenSoonEvenIfNobodyWaits() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(.alive(one.clock.now))
        #expect(await eventually { one.history.view.waiting == 0 })
        #expect(try one.rows("SELECT time FROM alive") == ["\(one.clock.now.milliseconds)"])
    }

    @Test func unwrittenHeartbeatIsWrittenLaterUnlessThereIsANewerOne() async throws {
        let queue = WriteQueue(maxRecords: 10, maxBytes: 1 << 20)
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        queue.persist(.alive(now))
        queue.close()
        let batch = queue.nextBatch(records: true, waitingUntil: 0)
        #expect(batch.alive == now)
        queue.complete(batch, isWritten: false)
        #expect(queue.nextBatch(records: true, waitingUntil: 0).alive == now)
        queue.persist(.alive(now + .seconds(60)))
        queue.complete(batch, isWritten: false)
        #expect(queue.nextBatch(records: true, waitingUntil: 0).alive == now + .seconds(60))
    }

    @Test func restoreKeepsTheCurrentMemory() async throws {
        let old = TemporaryHistory()
        old.history.persist(.scene(SceneRecord(scene: "Noche", by: .user("ana"), started: old.clock.now)))
        #expect(await old.isStored())
        old.history.close()
        let data = try Data(contentsOf: URL(fileURLWithPath: old.file))
        old.remove()
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(.alive(one.clock.now))
        #expect(await one.isStored())
        guard case .transfer(let begin) = await one.answer(.restore(.begin)) else { throw Unexpected() }
        let write = RestoreStep.write(token: begin.token, offset: 0, data: data.base64EncodedString())
        guard case .transfer = await one.answer(.restore(write)) else { throw Unexpected() }
        guard case .transfer = await one.answer(.restore(.end(token: begin.token))) else { throw Unexpected() }
        #expect(await one.isStored())
        #expect(one.history.load().scenes.map(\.scene) == ["Noche"])
        #expect(one.history.load().alive == one.clock.now)
    }

    @Test func timeOutsideTheCalendarIsRefused() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.history.persist(.alive(one.clock.now))
        #expect(await one.isStored())
        one.history.close()
        try change(one.file, "UPDATE alive SET time = 9000000000000000000")
        #expect(throws: Problem.times) { try Schema().verify(try Database(one.file)) }
    }
}
