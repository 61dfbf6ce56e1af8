import CLinux
import DomoSystem
import Glibc
import Synchronization

/// Writes the log on its own thread: a pipe that nobody reads blocks only that thread.
///
/// Lines are written in the order in which they were added. While more than `bound` bytes are waiting, further lines
/// are dropped; the number of dropped lines is written in their place. Together with what the thread is writing, at
/// most twice `bound` is held.
final class LogWriter: Sendable {
    private struct State: Sendable {
        var waiting: [UInt8] = []
        /// Lines dropped since the thread last took the waiting ones.
        var dropped = 0
        var hasThread = false
        /// Whether the thread is waiting for lines.
        var isIdle = false
        var isEnding = false
    }

    private let destination: LogDestination
    private let bound: Int
    private let notice: @Sendable (_ dropped: Int) -> [UInt8]
    private let state = Mutex(State())
    /// Wake the thread, and the caller of `end`. If they could not be created, both poll every `pollInterval`.
    private let added = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
    private let ended = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))

    private static let pollInterval: CInt = 50

    /// - Parameters:
    ///   - destination: must stay open as long as the writer exists.
    ///   - bound: the maximum number of waiting bytes.
    ///   - notice: returns the lines that report dropped lines.
    init(
        _ destination: LogDestination,
        bound: Int = 256 * 1024,
        notice: @escaping @Sendable (_ dropped: Int) -> [UInt8]
    ) {
        self.destination = destination
        self.bound = bound
        self.notice = notice
    }

    deinit {
        for file in [added, ended] where file >= 0 { close(file) }
    }

    /// Never blocks.
    ///
    /// - Parameters:
    ///   - lines: whole lines or entries, each with its terminator. They are added or dropped together.
    ///   - isLast: for the last lines of the process: they are added even if the buffer is full.
    func add(_ lines: [UInt8], isLast: Bool = false) {
        let (needsThread, wakes) = state.withLock { state in
            // After the first dropped line all are dropped until there is room, so that the count is in their place.
            guard isLast || state.dropped == 0 && state.waiting.count + lines.count <= bound else {
                state.dropped += lines.count { $0 == destination.terminator }
                return (false, false)
            }
            if state.dropped > 0 {
                state.waiting += notice(state.dropped)
                state.dropped = 0
            }
            state.waiting += lines
            let needsThread = !state.hasThread
            state.hasThread = true
            defer { state.isIdle = false }
            return (needsThread, state.isIdle)
        }
        if needsThread {
            startThread()
        } else if wakes {
            eventfd_write(added, 1)
        }
    }

    /// Starts the thread. If the system has none left, the lines wait until the next call of `add`.
    private func startThread() {
        guard let thread = WorkerThread(name: "domo-log", { self.work() }) else {
            state.withLock { $0.hasThread = false }
            return
        }
        thread.detach()
    }

    /// Waits until everything has been written, up to a limit. Nothing may be added afterwards.
    ///
    /// - Returns: false if nobody read it in time.
    @discardableResult
    func end(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        state.withLock { $0.isEnding = true }
        eventfd_write(added, 1)
        while state.withLock({ $0.hasThread }) {
            let rest = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return false }
            Self.wait(for: ended, atMost: CInt(ended < 0 ? min(milliseconds, Int64(Self.pollInterval)) : milliseconds))
        }
        return writeRest(until: deadline)
    }

    /// Writes the lines for which no thread could be started.
    private func writeRest(until deadline: ContinuousClock.Instant) -> Bool {
        var rest = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting[...]
        }
        while !rest.isEmpty {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            guard Descriptor.waitUntilWritable(destination.descriptor, atMost: CInt(milliseconds)) else { continue }
            let part = destination.part(of: rest)
            rest = rest.dropFirst(part.count)
            destination.write(part)
        }
        return true
    }

    // MARK: The thread

    private func work() {
        while let lines = next() {
            if lines.isEmpty {
                Self.wait(for: added, atMost: added < 0 ? Self.pollInterval : -1)
            } else {
                destination.write(lines)
            }
        }
        eventfd_write(ended, 1)
    }

    /// - Returns: the waiting lines; empty if there are none, nil if none will come.
    private func next() -> [UInt8]? {
        state.withLock { state in
            var lines = state.waiting
            state.waiting = []
            if state.dropped > 0 { lines += notice(state.dropped) }
            state.dropped = 0
            state.isIdle = lines.isEmpty
            guard lines.isEmpty, state.isEnding else { return lines }
            state.hasThread = false
            return nil
        }
    }

    /// Waits for an event and consumes it.
    private static func wait(for event: CInt, atMost milliseconds: CInt) {
        Descriptor.waitUntilReadable(event, atMost: milliseconds)
        var count: eventfd_t = 0
        eventfd_read(event, &count)
    }
}
