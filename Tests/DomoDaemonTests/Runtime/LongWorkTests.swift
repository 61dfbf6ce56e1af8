import DomoSystem
import Logging
import Synchronization
import Testing

@testable import DomoDaemon

@Suite struct LongWorkTests {
    /// A system that has threads again after a while.
    private final class System: Sendable {
        private struct State {
            var threadsLeft = false
            var timers: [@Sendable () -> Void] = []
            var done: [Int] = []
        }

        private let state = Mutex(State())

        var done: [Int] { state.withLock(\.done) }

        func note(_ job: Int) { state.withLock { $0.done.append(job) } }

        func start(_ body: () -> Void) throws(ThreadFault) {
            guard state.withLock(\.threadsLeft) else { throw ThreadFault(name: "domo-long-work") }
            body()
        }

        func later(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.timers.append(work) } }

        func pauseEnds(threadsLeft: Bool) {
            let timers = state.withLock { state in
                state.threadsLeft = threadsLeft
                defer { state.timers = [] }
                return state.timers
            }
            for timer in timers { timer() }
        }
    }

    @Test func withoutThreadsJobsWaitAndNeverRunOnTheCallersThread() {
        let (system, lines) = (System(), LogLines())
        let work = LongWork(
            log: Logger(label: "test") { _ in lines },
            later: { delay, work in
                #expect(delay == LongWork.pause)
                system.later(work)
            },
            startThread: { body throws(ThreadFault) in try system.start(body) }
        )
        work.add { system.note(1) }
        work.add { system.note(2) }
        #expect(system.done.isEmpty)
        #expect(lines.all.contains { $0.contains("can't start the thread domo-long-work") })
        system.pauseEnds(threadsLeft: false)
        #expect(system.done.isEmpty)
        system.pauseEnds(threadsLeft: true)
        #expect(system.done == [1, 2])
        work.add { system.note(3) }
        #expect(system.done == [1, 2, 3])
    }
}
