import CLibCurl
import DomoEngine
import DomoSystem
import Synchronization

/// The thread that speaks HTTP: one for all servers, around one curl multi handle. It runs from the first signal until
/// `stop`, and opens libcurl.
public final class CurlLoop: Sendable {
    enum Command: Sendable {
        case send(Sending)
        case cancel(Dispatch.ID, HTTPServer)
        /// The server's link is gone: what is kept for it is let go.
        case forget(HTTPServer)
    }

    private struct State: Sendable {
        var commands: [Command] = []
        /// The thread waits for the network, or is about to: a new command must wake it.
        var isWaiting = false
        var isStopping = false
        /// Nil until the first signal.
        var thread: WorkerThread?
        /// Made by the thread, before it waits for the first time.
        var multi: MultiHandle?
    }

    private let state = Mutex(State())
    private let library: String

    public init() { library = CurlLibrary.file }

    /// - Parameter library: the file of libcurl.
    init(library: String) { self.library = library }

    /// Ends the thread, and returns when it has ended. Whatever is under way is given up: reported as `lost` if any of
    /// it may have left, else as `notSent`; so is all that is sent from now on. Not to be called from a report.
    public func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            if state.isWaiting { state.multi?.wake() }
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    func send(_ sending: Sending) {
        guard !post(.send(sending)) else { return }
        sending.notSent(because: "domo is stopping").tell()
    }

    /// - Returns: false when the loop has been stopped.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            if state.thread == nil {
                // Where nothing was ever sent there is nothing to cancel or to forget.
                guard case .send = command else { return true }
                state.thread = WorkerThread.required(name: "domo-http") { [self] in run() }
            }
            state.commands.append(command)
            if state.isWaiting {
                // Once is enough until the thread has looked.
                state.isWaiting = false
                state.multi?.wake()
            }
            return true
        }
    }

    // MARK: For the thread

    private func run() {
        if let problem = CurlLibrary.open(library) { return giveUp(because: problem) }
        let multi = MultiHandle()
        state.withLock { $0.multi = multi }
        CurlWorker(loop: self, multi: multi.pointer).run()
    }

    /// Ends the thread; the next signal starts another.
    private func giveUp(because problem: String) {
        let (commands, thread) = state.withLock { state in
            defer {
                state.commands = []
                state.thread = nil
            }
            return (state.commands, state.thread)
        }
        // Whoever stops the loop may be waiting for it.
        thread?.detach()
        for case .send(let sending) in commands { sending.notSent(because: problem).tell() }
    }

    /// Exchanges the commands that came in for an empty array, whose storage is used next.
    /// - Returns: whether the loop is to stop.
    func take(_ commands: inout [Command]) -> Bool {
        state.withLock { state in
            state.isWaiting = false
            let taken = state.commands
            state.commands = commands
            commands = taken
            return state.isStopping
        }
    }

    /// - Returns: false when there is something to do before waiting.
    func mayWait() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty && !state.isStopping
            return state.isWaiting
        }
    }
}

/// `@unchecked Sendable`: of all calls on the handle only `curl_multi_wakeup` is made from other threads, which libcurl
/// lets any thread call; it is made under the loop's lock before the thread sees that it is to stop and frees the handle.
private struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init() {
        // Swift's own allocations end the program as well where there is no memory.
        guard let pointer = domo_curl_multi_init() else { fatalError("no memory for a curl multi handle") }
        self.pointer = pointer
    }

    func wake() { domo_curl_multi_wakeup(pointer) }
}
