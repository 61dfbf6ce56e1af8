import DomoKNXBus
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Logging
import Synchronization
import Testing

@testable import DomoDaemon

struct TelegramWriterTests {
    private static func telegram(_ number: UInt8) -> LoggedTelegram {
        LoggedTelegram(time: Timestamp(milliseconds: 1_700_000_000_000), isOwn: false, frame: [0x29, number])
    }

    private final class Fixture {
        let folder: TemporaryFolder
        let timers: Timers
        let lines: LogLines
        let writer: TelegramWriter

        init() throws {
            folder = try TemporaryFolder()
            let lines = LogLines()
            self.lines = lines
            let timers = Timers()
            self.timers = timers
            writer = TelegramWriter(
                TelegramFiles(folder: folder.path + "/telegrams", name: "bus", bound: 1 << 20),
                log: Logger(label: "test") { _ in lines }
            ) { timers.add($0, $1) }
        }

        func read() async throws -> [LoggedTelegram] {
            try await withCheckedContinuation { continuation in
                writer.read(TelegramLogQuestion()) { continuation.resume(returning: $0) }
            }.get().telegrams
        }

        func close() async { await withCheckedContinuation { done in writer.close { done.resume() } } }

        func isWritten() -> Bool { FileBytes.isThere(folder.path + "/telegrams/bus.1.log") }
    }

    /// Collects scheduled work.
    final class Timers: Sendable {
        private let waiting = Mutex<[(delay: Duration, work: @Sendable () -> Void)]>([])
        var delays: [Duration] { waiting.withLock { $0.map(\.delay) } }

        func add(_ delay: Duration, _ work: @escaping @Sendable () -> Void) {
            waiting.withLock { $0.append((delay, work)) }
        }

        func run() {
            let due = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for timer in due { timer.work() }
        }
    }

    @Test func appendedTelegramsAreRead() async throws {
        let fixture = try Fixture()
        for number in 0..<5 { fixture.writer.append(Self.telegram(UInt8(number))) }
        #expect(!fixture.isWritten())
        #expect(try await fixture.read() == (0..<5).map { Self.telegram($0) })
    }

    @Test func telegramsAreWrittenAfterADelayAndOnClose() async throws {
        let fixture = try Fixture()
        fixture.writer.append(Self.telegram(1))
        fixture.writer.append(Self.telegram(2))
        #expect(fixture.timers.delays == [TelegramWriter.interval])
        fixture.timers.run()
        // The next job waits for the one that writes.
        await fixture.close()
        #expect(fixture.isWritten())
        fixture.writer.append(Self.telegram(3))
        #expect(fixture.timers.delays.count == 1)
        await fixture.close()
        #expect(try await fixture.read() == [1, 2, 3].map { Self.telegram($0) })
    }

    @Test func failingDiskAndItsRecoveryAreReportedOnce() async throws {
        let fixture = try Fixture()
        let path = fixture.folder.path + "/telegrams"
        try FileBytes.replace(path, with: [65])
        for number in 0..<3 {
            fixture.writer.append(Self.telegram(UInt8(number)))
            await fixture.close()
        }
        #expect(fixture.lines.all.count == 1)
        #expect(fixture.lines.all.first?.hasPrefix("error can't write the telegram log: ") == true)
        try FileBytes.remove(path)
        fixture.writer.append(Self.telegram(3))
        await fixture.close()
        #expect(fixture.lines.all.last == "notice the telegram log can be written again")
        #expect(try await fixture.read() == [Self.telegram(3)])
    }
}
