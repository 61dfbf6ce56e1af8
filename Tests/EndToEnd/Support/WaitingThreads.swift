import DomoTestKit
import Foundation
import Testing

/// Threads for tests that wait for programs. On the shared pool, which has as many threads as there are cores, they
/// would hold up every other test of the run.
final class WaitingThreads: TaskExecutor, @unchecked Sendable {
    // Sendable because `jobs` is touched while `condition` is held.

    private static let mark = "waits"

    /// As many tests at a time as there are cores: more would slow each other down.
    static let shared = WaitingThreads(count: max(2, ProcessInfo.processInfo.activeProcessorCount))
    /// For tests that let time pass, which needs no core.
    static let idle = WaitingThreads(count: 6)

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    private init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { self.work() }
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    /// True on one of the threads.
    static var isCurrent: Bool { Thread.current.threadDictionary[mark] != nil }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    private func work() {
        Thread.current.threadDictionary[Self.mark] = true
        while true {
            condition.lock()
            while jobs.isEmpty { condition.wait() }
            let job = jobs.removeFirst()
            condition.unlock()
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// Runs each test of a suite on a thread that may block.
struct WaitsTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }
    /// Whether a test mostly lets time pass.
    fileprivate var isIdle = false

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // The trait of a test comes after that of its suite.
        let isIdle = test.traits.contains { ($0 as? WaitsTrait)?.isIdle == true }
        guard self.isIdle == isIdle else {
            try await function()
            return
        }
        try await withTaskExecutorPreference(isIdle ? WaitingThreads.idle : .shared) {
            // Without the time in which it waited for a thread.
            let begin = ContinuousClock.now
            defer {
                let seconds = (ContinuousClock.now - begin) / .seconds(1)
                if seconds >= 1 { print("took \(String(format: "%.1f", seconds)) s: \(test.name)") }
            }
            try await function()
        }
    }
}

extension Trait where Self == WaitsTrait {
    /// The tests wait for programs.
    static var waits: Self { WaitsTrait() }
    /// A test of such a suite that mostly lets time pass: it runs beside the others.
    static var letsTimePass: Self { WaitsTrait(isIdle: true) }
}
