import CLibCurl
import DomoEngine
import DomoSystem
import Glibc
import Synchronization

/// Speaks HTTP to all servers, around one curl multi handle.
///
/// All is done by the loop's own thread, which runs from the first signal until `stop` and opens libcurl; but a signal that
/// is alone leaves on the thread that sends it, and need not wait until another one wakes. Where many are under way they
/// are handed over, and start while the sender goes on.
public final class CurlLoop: Sendable {
    enum Command: Sendable {
        case send(Sending)
        case cancel(Dispatch.ID, HTTPServer)
        /// The server's link is gone: what is kept for it is let go.
        case forget(HTTPServer)
        /// Called by whoever carries it out.
        case probe(@Sendable () -> Void)
    }

    private struct State: Sendable {
        var commands: [Command] = []
        /// The thread waits for the network, or is about to.
        var isWaiting = false
        /// Nothing is under way.
        var isIdle = false
        var isStopping = false
        /// Nil until the first signal.
        var thread: WorkerThread?
        /// Made by the thread, once libcurl is open.
        var events: SocketEvents?
    }

    private let state = Mutex(State())
    /// Whoever holds it uses libcurl. Nil while that is not open.
    private let worker = Mutex<CurlWorker?>(nil)
    private let library: String
    private let handles: CurlHandles
    private let whenOpened: @Sendable () -> Void

    /// - Parameter whenOpened: called on the loop's thread when libcurl was opened.
    public init(whenOpened: @escaping @Sendable () -> Void = {}) {
        library = CurlLibrary.file
        handles = CurlHandles()
        self.whenOpened = whenOpened
    }

    /// - Parameter library: the file of libcurl.
    init(library: String = CurlLibrary.file, handles: CurlHandles = CurlHandles()) {
        self.library = library
        self.handles = handles
        whenOpened = {}
    }

    /// Ends the thread, and returns when it has ended. Whatever is under way is given up: reported as `lost` if any of
    /// it may have left, else as `notSent`; so is all that is sent from now on. Not to be called from a report.
    public func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            state.events?.endWait()
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    /// Takes a signal, which leaves with the next `flush`.
    func send(_ sending: Sending) {
        guard let problem = add(.send(sending)) else { return }
        sending.notSent(because: problem).tell()
    }

    /// Calls back, from any thread, once what was given before has been looked at: a loop that hangs never does. One that
    /// has nothing to do calls back at once.
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

    /// - Returns: why it was not taken; nil where it was.
    private func add(_ command: Command) -> String? {
        state.withLock { state in
            guard !state.isStopping else { return "domo is stopping" }
            if state.thread == nil {
                // Where nothing was ever sent there is nothing to cancel or to forget.
                guard case .send = command else { return nil }
                // The next signal tries again.
                state.thread = handles.startThread { [self] in run() }
                guard state.thread != nil else { return "no thread can be started: the machine has none left" }
            }
            state.commands.append(command)
            return nil
        }
    }

    /// Lets go what was given since the last time.
    func flush() {
        let (isAlone, asleep) = state.withLock { state -> (Bool, SocketEvents?) in
            guard !state.commands.isEmpty, state.isWaiting else { return (false, nil) }
            if state.isIdle, state.commands.count == 1 { return (true, nil) }
            // Once is enough until the thread has looked.
            state.isWaiting = false
            return (false, state.events)
        }
        // Not under the lock, which the thread takes first of all when it wakes.
        asleep?.endWait()
        if isAlone { carryOutCommands() }
    }

    /// Carries out what came in. Where another thread uses libcurl, that one does it: it looks once more when it is done.
    private func carryOutCommands() {
        while state.withLock({ !$0.commands.isEmpty }) {
            let result = worker.withLockIfAvailable { worker in
                let ended = worker?.work(on: takeCommands(isThread: false)) ?? []
                let isIdle = worker?.isIdle ?? false
                let events = state.withLock { state in
                    state.isIdle = isIdle
                    return state.events
                }
                // The thread has to see it.
                if worker?.fault != nil { events?.endWait() }
                return ended
            }
            guard let ended = result else { return }
            for ending in ended { ending.tell() }
        }
    }

    private func takeCommands(isThread: Bool) -> [Command] {
        state.withLock { state in
            if isThread { state.isWaiting = false }
            defer { state.commands = [] }
            return state.commands
        }
    }

    // MARK: For the thread

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

    /// Carries out what comes, until the loop is stopped or its worker is broken.
    ///
    /// - Returns: true where another worker is to go on.
    private func serve(_ events: SocketEvents) -> Bool {
        var came: [SocketEvents.Event] = []
        var fault: String?
        var isStopping = false
        while fault == nil, !isStopping {
            let (ended, isIdle, problem) = worker.withLock { [came] worker in
                let ended = worker?.work(on: takeCommands(isThread: true), came) ?? []
                return (ended, worker?.isIdle ?? false, worker?.fault)
            }
            for ending in ended { ending.tell() }
            came = []
            fault = problem
            let mayWait: Bool
            (mayWait, isStopping) = state.withLock { state in
                state.isIdle = isIdle
                state.isWaiting = state.commands.isEmpty && !state.isStopping && problem == nil
                return (state.isWaiting, state.isStopping)
            }
            if mayWait, !events.wait(into: &came) {
                fault = "domo can't wait for the network: \(String(cString: strerror(errno)))"
            }
        }
        let reason = isStopping ? "domo is stopping" : fault ?? ""
        let ended = worker.withLock { worker in
            defer { worker = nil }
            // What nobody looked at yet is for the next worker.
            return worker?.end(isStopping ? takeCommands(isThread: true) : [], because: reason) ?? []
        }
        state.withLock { state in
            state.events = nil
            state.isWaiting = false
        }
        for ending in ended { ending.tell() }
        return !isStopping
    }

    /// Ends the thread; the next signal starts another.
    private func giveUp(because problem: String) {
        let (commands, thread) = state.withLock { state in
            defer {
                state.commands = []
                state.thread = nil
                state.events = nil
            }
            return (state.commands, state.thread)
        }
        // Whoever stops the loop may be waiting for it.
        thread?.detach()
        for command in commands {
            switch command {
            case .send(let sending): sending.notSent(because: problem).tell()
            case .probe(let answer): answer()
            case .cancel, .forget: break
            }
        }
    }
}
