import DomoSystem
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import DomoDaemon

/// A part that responds when the test wants it to.
private final class TestPart: Sendable {
    private let answers = Mutex<[@Sendable () -> Void]>([])
    let name: String

    init(_ name: String) { self.name = name }

    var part: Watchdog.Part {
        Watchdog.Part(name: name) { [self] answer in answers.withLock { $0.append(answer) } }
    }

    var pendingProbes: Int { answers.withLock { $0.count } }

    func answer() {
        let all = answers.withLock { answers in
            defer { answers = [] }
            return answers
        }
        for answer in all { answer() }
    }
}

struct WatchdogTests {
    private final class Notices: Sendable {
        private let all = Mutex<[ServiceNotice]>([])
        func add(_ notice: ServiceNotice) { all.withLock { $0.append(notice) } }
        func take() -> [ServiceNotice] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private let notices = Notices()
    private let loop = TestPart("the loop")
    private let writer = TestPart("the writer")

    private func watchdog(_ environment: [String: String], status: String = "well") -> Watchdog {
        Watchdog(
            parts: [loop.part, writer.part],
            manager: ServiceManager(environment: { environment[$0] }),
            notify: notices.add,
            status: { status },
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private let watching = ["NOTIFY_SOCKET": "@test", "WATCHDOG_USEC": "40000"]

    @Test func sendsHeartbeatsWhileAllPartsRespond() {
        let watchdog = watchdog(watching)
        for _ in 1...3 {
            #expect(watchdog.tick())
            #expect(notices.take() == [.alive])
            loop.answer()
            writer.answer()
        }
    }

    @Test func sendsNoHeartbeatUntilAllPartsHaveResponded() {
        let watchdog = watchdog(watching)
        watchdog.tick()
        _ = notices.take()
        loop.answer()
        #expect(!watchdog.tick())
        #expect(!watchdog.tick())
        #expect(notices.take() == [])
        // A part that hangs is probed only once.
        #expect(writer.pendingProbes == 1 && loop.pendingProbes == 0)
        writer.answer()
        #expect(watchdog.tick())
        #expect(notices.take() == [.alive])
        #expect(writer.pendingProbes == 1 && loop.pendingProbes == 1)
    }

    @Test func sendsNoHeartbeatWithoutAWatchdog() {
        let watchdog = watchdog(["NOTIFY_SOCKET": "@test"])
        #expect(watchdog.tick())
        #expect(notices.take() == [])
    }

    @Test(.timeLimit(.minutes(5))) func runsUntilTheDaemonStopsAndReportsAStatusOnce() async throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let services = ServiceGroup(services: [watchdog(watching)], logger: log)
        async let ended: Void = services.run()
        var heard: [ServiceNotice] = []
        while heard.count(where: { $0 == .alive }) < 3 {
            heard += notices.take()
            loop.answer()
            writer.answer()
            await Task.yield()
        }
        #expect(heard.count { $0 == .status("well") } == 1)
        await services.triggerGracefulShutdown()
        try await ended
    }
}
