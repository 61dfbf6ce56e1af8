import DomoEngine
import DomoLanguage
import Testing

@testable import DomoDaemon

/// On a full disk, each change fails: one write is repeated later, not one for each.
struct RetryTests {
    @Test func noticesAreRepeatedOnceAtATime() {
        var writes = NoticeWrites(NoticeFile(folder: "/nowhere"))
        var planned = 0
        for _ in 0..<5 {
            writes.note(NoticeTable())
            #expect(writes.next() != nil)
            _ = writes.ended(isStored: false)
            if writes.planRetry() { planned += 1 }
        }
        #expect(planned == 1)
        // The retry fails too: the next one is planned.
        #expect(writes.next(isRetry: true) != nil)
        _ = writes.ended(isStored: false)
        #expect(writes.planRetry() == true)
        #expect(writes.planRetry() == false)
        #expect(writes.next(isRetry: true) != nil)
        _ = writes.ended(isStored: true)
        #expect(writes.planRetry() == false)
        #expect(writes.next(isRetry: true) == nil)
    }

    @Test func pulsesAreRepeatedOnceAtATime() {
        var writes = PulseWrites(PulseFile(folder: "/nowhere"))
        var planned = 0
        for number in 1...5 {
            writes.note([], number: UInt64(number))
            #expect(writes.takeNext()?.number == UInt64(number))
            if writes.ended(isStored: false) { planned += 1 }
        }
        #expect(planned == 1)
        writes.retry()
        #expect(writes.takeNext()?.number == 5)
        #expect(writes.ended(isStored: false) == true)
        writes.retry()
        #expect(writes.takeNext()?.number == 5)
        #expect(writes.ended(isStored: true) == false)
        writes.retry()
        #expect(writes.takeNext() == nil)
    }
}
