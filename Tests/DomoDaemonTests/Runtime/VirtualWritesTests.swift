import DomoEngine
import DomoModel
import Testing

@testable import DomoDaemon

/// One write of virtual elements at a time, and the replies that wait for it.
@Suite struct VirtualWritesTests {
    private static func table(_ number: Int64) -> VirtualTable {
        let reading = Reading(
            value: .on,
            certainty: .confirmed,
            since: Timestamp(milliseconds: number),
            cause: .house
        )
        return VirtualTable([FacetName(path: "Casa/A", type: .binary): reading])
    }

    private static var writes: VirtualWrites { VirtualWrites(VirtualFile(folder: "/nowhere")) }

    @Test func nothingIsWrittenWithoutAChangeOrAFile() {
        var writes = Self.writes
        #expect(writes.next(isRetry: false) == nil)
        var none = VirtualWrites(nil)
        none.note(Self.table(1))
        #expect(!none.isBusy)
        #expect(none.next(isRetry: false) == nil)
    }

    @Test func replyWaitsForTheWriteWithItsChange() {
        var writes = Self.writes
        writes.note(Self.table(1))
        #expect(writes.isBusy)
        #expect(writes.next(isRetry: false) == Self.table(1))
        writes.wait(for: 1, hasUnsettled: false)
        // Changes during a write are in the next one, together.
        writes.note(Self.table(2))
        writes.wait(for: 2, hasUnsettled: true)
        writes.note(Self.table(3))
        writes.wait(for: 3, hasUnsettled: false)
        #expect(writes.next(isRetry: false) == nil)
        #expect(writes.ended(isStored: true) == [.init(newest: 1, hasUnsettled: false, isStored: true)])
        #expect(writes.isBusy)
        #expect(writes.next(isRetry: false) == Self.table(3))
        #expect(
            writes.ended(isStored: true) == [
                .init(newest: 2, hasUnsettled: true, isStored: true),
                .init(newest: 3, hasUnsettled: false, isStored: true),
            ]
        )
        #expect(!writes.isBusy)
        #expect(writes.planRetry() == false)
    }

    @Test func failedWriteIsRepeatedOnceAtATime() {
        var writes = Self.writes
        writes.note(Self.table(1))
        _ = writes.next(isRetry: false)
        writes.wait(for: 1, hasUnsettled: false)
        #expect(writes.ended(isStored: false) == [.init(newest: 1, hasUnsettled: false, isStored: false)])
        // Other replies don't wait meanwhile.
        #expect(!writes.isBusy)
        #expect(writes.planRetry() == true)
        #expect(writes.planRetry() == false)
        writes.note(Self.table(2))
        #expect(writes.next(isRetry: false) == Self.table(2))
        #expect(writes.ended(isStored: false) == [])
        #expect(writes.planRetry() == false)
        #expect(writes.next(isRetry: true) == Self.table(2))
        #expect(writes.ended(isStored: true) == [])
        #expect(writes.next(isRetry: true) == nil)
    }

    @Test func repeatedValuesAreOnlyWrittenIfTheyAreNotStored() {
        var writes = Self.writes
        writes.note(Self.table(1))
        #expect(writes.next(isRetry: false) == Self.table(1))
        #expect(writes.ended(isStored: true) == [])
        writes.note(Self.table(1))
        #expect(!writes.isBusy)
        writes.note(Self.table(2))
        #expect(writes.next(isRetry: false) == Self.table(2))
        #expect(writes.ended(isStored: false) == [])
        writes.note(Self.table(2))
        #expect(writes.isBusy)
        #expect(writes.next(isRetry: false) == Self.table(2))
    }
}
