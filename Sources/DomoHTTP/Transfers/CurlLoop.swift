import CLibCurl
import DomoEngine
import DomoSystem
import Glibc
import Synchronization

/// Sends HTTP requests to all servers, with one curl multi handle.
///
/// The loop's own thread does the work. It opens libcurl, and runs from the first signal until `stop`. If nothing else
/// is in flight, a single signal is sent on the caller's thread, without waking the loop's thread. Otherwise signals
/// are handed to the loop's thread.
public final class CurlLoop: Sendable {
    enum Command: Sendable {
        case send(Transmission)
        case cancel(Dispatch.ID, HTTPServer)
        /// The server's link is gone: releases everything kept for it.
        case forget(HTTPServer)
        /// Called by the thread that runs the command.
        case probe(@Sendable () -> Void)
    }

    private struct State: Sendable {
        var commands: [Command] = []
        /// Whether the thread waits for the network, or is about to.
        var isWaiting = false
        /// Whether nothing is in flight.
        var isIdle = false
        var isStopping = false
        /// Nil until the first signal.
        var thread: WorkerThread?
        /// Created by the thread once libcurl is open.
        var events: SocketEvents?
    }

    private let state = Mutex(State())
    /// The lock protects all use of libcurl. Nil while libcurl is not open.
    private let worker = Mutex<CurlWorker?>(nil)
    private let library: String
    private let handles: CurlHandles
    private let whenOpened: @Sendable () -> Void

    /// - Parameter whenOpened: called on the loop's thread when libcurl is open.
    public init(whenOpened: @escaping @Sendable () -> Void = {}) {
        library = CurlLibrary.file
        handles = CurlHandles()
        self.whenOpened = whenOpened
    }

    /// - Parameter library: the file name of libcurl.
    init(library: String = CurlLibrary.file, handles: CurlHandles = CurlHandles()) {
        self.library = library
        self.handles = handles
        whenOpened = {}
    }

    /// Stops the thread, and returns when it has ended. Every transmission in flight is cancelled: it is reported as
    /// `lost` if any of it may have been sent, else as `notSent`, as is everything sent later. Must not be called from
    /// a report.
    public func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            state.events?.endWait()
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    /// Enqueues a signal, which the next `flush` sends.
    func send(_ transmission: Transmission) {
        guard let problem = add(.send(transmission)) else { return }
        transmission.notSent(because: problem).deliver()
    }

    /// Calls back, from any thread, when all earlier commands have been taken: a loop that hangs never does. An idle
    /// loop calls back at once.
    public func probe(_ answer: @escaping @Sendable () -> Void) {
        let isRunning = state.withLock { state in
            guard state.thread != nil, !state.isStopping else { return false }
            state.commands.append(.probe(answer))
            return true
        }
        if isRunning { flush() } else { answer() }
    }

    func post(_ command: Command) {
        if add(command) == nil { flush() }
    }

    /// - Returns: why the command was not accepted; nil if it was.
    private func add(_ command: Command) -> String? {
        state.withLock { state in
            guard !state.isStopping else { return "domo is stopping" }
            if state.thread == nil {
                // Without a thread there is nothing to cancel or to forget.
                guard case .send = command else { return nil }
                // If it fails, the next signal tries again.
                state.thread = handles.startThread { [self] in run() }
                guard state.thread != nil else { return "can't start a thread: the system has none left" }
            }
            state.commands.append(command)
            return nil
        }
    }

    /// Runs the commands that were added since the last flush.
    func flush() {
        let (isAlone, asleep) = state.withLock { state -> (Bool, SocketEvents?) in
            guard !state.commands.isEmpty, state.isWaiting else { return (false, nil) }
            if state.isIdle, state.commands.count == 1 { return (true, nil) }
            // One wake-up is enough until the thread has taken the commands.
            state.isWaiting = false
            return (false, state.events)
        }
        // Without the lock, which the thread needs as soon as it wakes.
        asleep?.endWait()
        if isAlone { carryOutCommands() }
    }

    /// Runs the commands. If another thread is using libcurl, that thread runs them when it is done.
    private func carryOutCommands() {
        while state.withLock({ !$0.commands.isEmpty }) {
            let result = worker.withLockIfAvailable { worker in
                let ended = worker?.work(on: takeCommands(isThread: false)) ?? []
                let isIdle = worker?.isIdle ?? false
                let events = state.withLock { state in
                    state.isIdle = isIdle
                    return state.events
                }
                // The thread has to handle the fault.
                if worker?.fault != nil { events?.endWait() }
                return ended
            }
            guard let ended = result else { return }
            for completion in ended { completion.deliver() }
        }
    }

    private func takeCommands(isThread: Bool) -> [Command] {
        state.withLock { state in
            if isThread { state.isWaiting = false }
            defer { state.commands = [] }
            return state.commands
        }
    }

    // MARK: On the thread

    private func run() {
        if let problem = CurlLibrary.open(library) { return giveUp(because: problem) }
        var isFirst = true
        var isGoingOn = true
        while isGoingOn {
            guard let events = handles.makeEvents() else { return giveUp(because: String(cString: strerror(errno))) }
            do throws(CurlFault) {
                try worker.withLock { worker throws(CurlFault) in
                    worker = try CurlWorker(events: events, handles: handles)
                }
            } catch {
                return giveUp(because: error.message)
            }
            state.withLock { $0.events = events }
            if isFirst { whenOpened() }
            isFirst = false
            isGoingOn = serve(events)
        }
    }

    /// Runs commands and transfers until the loop is stopped or its worker fails.
    ///
    /// - Returns: whether a new worker must be created.
    private func serve(_ events: SocketEvents) -> Bool {
        var came: [SocketEvents.Event] = []
        var fault: String?
        var isStopping = false
        while fault == nil, !isStopping {
            let (ended, isIdle, problem) = worker.withLock { [came] worker in
                let ended = worker?.work(on: takeCommands(isThread: true), came) ?? []
                return (ended, worker?.isIdle ?? false, worker?.fault)
            }
            for completion in ended { completion.deliver() }
            came = []
            fault = problem
            let mayWait: Bool
            (mayWait, isStopping) = state.withLock { state in
                state.isIdle = isIdle
                state.isWaiting = state.commands.isEmpty && !state.isStopping && problem == nil
                return (state.isWaiting, state.isStopping)
            }
            if mayWait, !events.wait(into: &came) {
                fault = "can't wait for the network: \(String(cString: strerror(errno)))"
            }
        }
        let reason = isStopping ? "domo is stopping" : fault ?? ""
        let ended = worker.withLock { worker in
            defer { worker = nil }
            // Commands that were not taken yet are for the next worker.
            return worker?.end(isStopping ? takeCommands(isThread: true) : [], because: reason) ?? []
        }
        state.withLock { state in
            state.events = nil
            state.isWaiting = false
        }
        for completion in ended { completion.deliver() }
        return !isStopping
    }

    /// Ends the thread; the next signal starts a new one.
    private func giveUp(because problem: String) {
        let (commands, thread) = state.withLock { state in
            defer {
                state.commands = []
                state.thread = nil
                state.events = nil
            }
            return (state.commands, state.thread)
        }
        // If the thread is nil, `stop` is waiting for it.
        thread?.detach()
        for command in commands {
            switch command {
            case .send(let transmission): transmission.notSent(because: problem).deliver()
            case .probe(let answer): answer()
            case .cancel, .forget: break
            }
        }
    }
}
