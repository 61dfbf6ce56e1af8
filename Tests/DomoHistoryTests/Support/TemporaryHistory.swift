import Dispatch
import DomoLanguage
import DomoModel
import DomoSystem
import Foundation
import Synchronization
import Testing

@testable import DomoHistory

/// A database in a temporary folder, with a clock that the test controls.
final class TemporaryHistory: Sendable {
    let folder: URL
    let clock: TestClock
    let changes: Changes
    let settings: History.Settings
    let history: History

    convenience init(now: String = "2026-11-20T12:00:00.000Z", _ adjust: (inout History.Settings) -> Void = { _ in }) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-history-\(UUID().uuidString)")
        // Without its folder, a test fails at the first query.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clock = TestClock(time(now))
        var settings = History.Settings(file: folder.appending(path: "history.sqlite").path, clock: { clock.now })
        settings.timeZone = "Europe/Madrid"
        settings.retryAfter = .milliseconds(50)
        settings.bootClock = { clock.boot }
        // Tests of the clock override it.
        settings.clockSteadyFor = .zero
        adjust(&settings)
        self.init(folder: folder, clock: clock, settings: settings)
    }

    private init(folder: URL, clock: TestClock, settings: History.Settings) {
        self.folder = folder
        self.clock = clock
        self.settings = settings
        let changes = Changes()
        self.changes = changes
        do throws(ThreadFault) {
            history = try History.open(settings, now: clock.now) { changes.append($0) }
        } catch {
            fatalError("\(error)")
        }
    }

    /// A file with the memory of the fixture, opened with a schema of the next version; `more` is added to it before.
    static func earlier(
        adding more: String = "",
        _ adjust: (inout History.Settings) -> Void = { _ in }
    ) async throws -> TemporaryHistory {
        let one = TemporaryHistory(now: "2026-11-22T01:00:00.000Z")
        Fixture.persist(in: one.history)
        #expect(await one.isStored())
        one.history.close()
        try change(one.file, more)
        return one.reopened {
            $0.schema = Fixture.next
            adjust(&$0)
        }
    }

    /// The same file, reopened by a new run.
    func reopened(_ adjust: (inout History.Settings) -> Void = { _ in }) -> TemporaryHistory {
        history.close()
        var settings = settings
        adjust(&settings)
        return TemporaryHistory(folder: folder, clock: clock, settings: settings)
    }

    func remove() {
        history.close()
        try? FileManager.default.removeItem(at: folder)
    }

    var file: String { settings.file }
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    func reading(
        _ element: String,
        _ action: Value?,
        at time: Timestamp? = nil,
        _ certainty: Certainty = .confirmed,
        type: FacetType? = nil,
        by cause: Cause = .house
    ) {
        let reading = Reading(value: action, certainty: certainty, since: time ?? clock.now, cause: cause)
        history.persist(.reading(element: element, type: type ?? action?.type ?? .binary, reading))
    }

    /// Whether everything before was stored.
    @discardableResult
    func isStored() async -> Bool {
        await withCheckedContinuation { continuation in history.whenStored { continuation.resume(returning: $0) } }
    }

    /// Goes on until a round of housekeeping is over.
    func isTidied() async -> Bool {
        await isStored()
        clock.advance(.seconds(3700))
        history.runUntilIdle()
        return await eventually {
            history.runUntilIdle()
            return history.tidied >= clock.now
        }
    }

    func answer(_ recall: Recall) async -> Reply {
        await withCheckedContinuation { continuation in
            history.answer(recall, now: clock.now) { continuation.resume(returning: $0) }
        }
    }

    func orders(_ element: String? = nil, last: Int = 1000) async throws -> [OrderRecord] {
        guard case .orders(let list) = await answer(.orders(elements: element.map { [$0] }, last: last)) else {
            throw Unexpected()
        }
        return list.orders
    }

    /// The rows of a query, as SQLite's shell shows them.
    func rows(_ sql: String) throws -> [String] {
        try DomoHistoryTests.rows(sql, in: file)
    }
}

struct Unexpected: Error {}

func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0) }

extension Timestamp {
    static func + (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + duration.milliseconds)
    }
}

/// A wall clock and a boot clock.
final class TestClock: Sendable {
    private let time: Mutex<Timestamp>
    private let sinceBoot = Mutex(Duration.seconds(1000))

    init(_ time: Timestamp) { self.time = Mutex(time) }

    var now: Timestamp { time.withLock { $0 } }
    var boot: Duration { sinceBoot.withLock { $0 } }

    func advance(_ duration: Duration) {
        time.withLock { $0 = $0 + duration }
        sinceBoot.withLock { $0 += duration }
    }

    /// Sets the wall clock.
    func set(ahead duration: Duration) { time.withLock { $0 = $0 + duration } }
}

final class Changes: Sendable {
    private let all = Mutex<[History.Change]>([])

    private let gate = Mutex<DispatchSemaphore?>(nil)

    func append(_ change: History.Change) {
        all.withLock { $0.append(change) }
        if case .migrating = change { gate.withLock { $0 }?.wait() }
    }

    /// Delays the migration until the semaphore is signalled.
    func holdMigration() -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        gate.withLock { $0 = semaphore }
        return semaphore
    }

    var list: [History.Change] { all.withLock { $0 } }
}

/// Polls a condition, which other threads make true. The timeout only ends what would hang: the condition is checked once
/// more after it, since beside many tests this one may not get a thread for a minute.
func eventually(_ condition: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
        let isOver = ContinuousClock.now >= deadline
        if await condition() { return true }
        guard !isOver else { return false }
        do {
            // Leaves the processor to them.
            try await Task.sleep(for: .milliseconds(5))
        } catch {
            return false
        }
    }
}

extension History {
    func storedNumbers(stage: String) throws -> [Int] {
        try rows("SELECT number FROM orders WHERE stage = '\(stage)'", in: view.file).compactMap { Int($0) }
    }
}

extension WriteQueue {
    func persist(_ record: Record) { persist([record]) }
}
