import DomoLanguage
import DomoModel
import Synchronization
import Testing

@testable import DomoHistory

/// How much a power cut can lose.
@Suite struct DurabilityTests {
    /// The writer's syncs of the log.
    private final class Disk: Sendable {
        private let all = Mutex<[String]>([])
        private let failure = Mutex(false)

        var syncs: [String] { all.withLock { $0 } }

        func fail() { failure.withLock { $0 = true } }

        func sync(_ log: String) throws {
            if failure.withLock({ $0 }) { throw FileError(path: log, number: 5) }
            all.withLock { $0.append(log) }
        }
    }

    private func history(_ disk: Disk, isDurable: Bool = false) -> TemporaryHistory {
        TemporaryHistory {
            $0.syncLog = { try disk.sync($0) }
            $0.isDurable = isDurable
        }
    }

    private func pass(_ duration: Duration, _ one: TemporaryHistory) {
        one.clock.advance(duration)
        // After the second round, everything that was due in the first is done.
        one.history.runUntilIdle()
        one.history.runUntilIdle()
    }

    @Test func recordsAreSyncedWithinSeconds() async {
        let disk = Disk()
        let one = history(disk)
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.runUntilIdle()
        pass(.seconds(2), one)
        #expect(disk.syncs == [])
        one.reading("A", .off)
        #expect(await one.isStored())
        pass(.seconds(1), one)
        #expect(disk.syncs == [one.file + "-wal"])
        // Without changes nothing is synced.
        for _ in 0..<5 { pass(.seconds(10), one) }
        #expect(disk.syncs.count == 1)
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.runUntilIdle()
        pass(.seconds(3), one)
        #expect(disk.syncs.count == 2)
    }

    @Test func clockThatIsSetBackDoesNotDelaySyncs() async {
        let disk = Disk()
        let one = history(disk)
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.runUntilIdle()
        one.clock.set(ahead: .seconds(-100_000))
        pass(.seconds(3), one)
        #expect(disk.syncs.count == 1)
    }

    @Test func failingDiskIsReported() async {
        let disk = Disk()
        let one = history(disk)
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.runUntilIdle()
        disk.fail()
        pass(.seconds(3), one)
        let isReported = await eventually {
            one.changes.list.contains { if case .failing = $0 { true } else { false } }
        }
        #expect(isReported)
    }

    @Test func eachTransactionIsSyncedIfDurable() async {
        let disk = Disk()
        let one = history(disk, isDurable: true)
        defer { one.remove() }
        // 2 is FULL, 1 is NORMAL: https://www.sqlite.org/pragma.html#pragma_synchronous
        #expect(one.history.synchronous == 2)
        one.reading("A", .on)
        #expect(await one.isStored())
        pass(.seconds(10), one)
        #expect(disk.syncs == [])
        #expect(one.history.view.state == .working)
    }

    @Test func reloadChangesDurability() async {
        let disk = Disk()
        let one = history(disk)
        defer { one.remove() }
        #expect(one.history.synchronous == 1)
        one.reading("A", .on)
        #expect(await one.isStored())
        for isDurable in [true, false] {
            one.history.update(
                filters: [:],
                keep: one.settings.keep,
                size: one.settings.size,
                timeZone: one.settings.timeZone,
                isDurable: isDurable
            )
            #expect(one.history.synchronous == (isDurable ? 2 : 1))
        }
        #expect(disk.syncs.count == 2)
    }
}
