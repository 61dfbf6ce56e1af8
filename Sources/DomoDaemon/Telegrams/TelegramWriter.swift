import DomoKNXBus
import DomoKNXIP
import DomoLanguage
import DomoSystem
import Logging
import Synchronization

/// Writes the telegrams of a link to disk. It writes rarely: a home server's disk is often a flash card.
///
/// The telegrams of the last seconds are lost when the machine or the daemon is killed. Disk work is done in order on a
/// separate thread.
final class TelegramWriter: TelegramLog {
    /// Telegrams are written after this time, or once this many bytes of them wait.
    static let interval: Duration = .seconds(20)
    static let bufferSize = 32 * 1024
    /// While the disk hangs, telegrams beyond this many bytes are dropped.
    static let bound = 1024 * 1024

    private struct State: Sendable {
        var waiting: [UInt8] = []
        var dropped = 0
        var isScheduled = false
        /// The last reported fault, so that each is reported once.
        var fault: FileBytes.Fault?
    }

    private let files: TelegramFiles
    /// Schedules work after a delay.
    private let later: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    private let log: Logger
    private let work: LongWork
    private let state = Mutex(State())

    init(
        _ files: TelegramFiles,
        log: Logger,
        later: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    ) {
        self.files = files
        self.later = later
        self.log = log
        work = LongWork(log: log, later: later)
    }

    func append(_ telegram: LoggedTelegram) {
        let line = Array(telegram.line.utf8) + [UInt8(ascii: "\n")]
        let (isFull, needsTimer) = state.withLock { state in
            guard state.waiting.count + line.count <= Self.bound else {
                state.dropped += 1
                return (false, false)
            }
            let wasFull = state.waiting.count >= Self.bufferSize
            state.waiting += line
            let isFull = !wasFull && state.waiting.count >= Self.bufferSize
            let needsTimer = !state.isScheduled
            state.isScheduled = true
            return (isFull, needsTimer)
        }
        if isFull { work.add { self.write() } }
        guard needsTimer else { return }
        later(Self.interval) {
            self.state.withLock { $0.isScheduled = false }
            self.work.add { self.write() }
        }
    }

    func read(
        _ question: TelegramLogQuestion,
        report: @escaping @Sendable (Result<TelegramLogPage, Fault>) -> Void
    ) {
        work.add {
            self.write()
            do throws(Fault) {
                report(.success(try self.files.read(question)))
            } catch {
                report(.failure(error))
            }
        }
    }

    func close(_ closed: @escaping @Sendable () -> Void) {
        work.add {
            self.write()
            closed()
        }
    }

    private func write() {
        let (lines, dropped) = state.withLock { state in
            defer { (state.waiting, state.dropped) = ([], 0) }
            return (state.waiting, state.dropped)
        }
        if dropped > 0 { log.warning("the disk is too slow for the telegram log: dropped \(dropped) telegrams") }
        guard !lines.isEmpty else { return }
        var fault: FileBytes.Fault?
        do throws(FileBytes.Fault) {
            try files.append(lines)
        } catch {
            fault = error
        }
        let isNew = state.withLock { state in
            defer { state.fault = fault }
            return state.fault != fault
        }
        guard isNew else { return }
        if let fault {
            log.error("can't write the telegram log: \(fault.message)")
        } else {
            log.notice("the telegram log can be written again")
        }
    }
}
