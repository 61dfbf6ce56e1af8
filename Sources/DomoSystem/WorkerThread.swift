import CLinux
import Glibc

/// A thread outside the cooperative pool, for calls that block. It blocks all signals: the main thread handles them.
public struct WorkerThread: Sendable {
    private let handle: pthread_t

    /// - `name`: the name for `ps -L` and debuggers; at most 15 bytes.
    /// - Returns: nil if the system has no thread left.
    public init?(name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var handle = pthread_t()
        guard pthread_create(&handle, nil, runWork, work.toOpaque()) == 0 else {
            work.release()
            return nil
        }
        self.handle = handle
    }

    /// Starts a thread that the caller can't work without.
    public static func required(
        name: String,
        _ body: @escaping @Sendable () -> Void
    ) throws(ThreadFault) -> WorkerThread {
        guard let thread = WorkerThread(name: name, body) else { throw ThreadFault(name: name) }
        return thread
    }

    /// Whether the system has this many threads left for the program. The threads for the test end at once.
    public static func canStart(_ count: Int) -> Bool {
        let end = ThreadSemaphore()
        var threads: [pthread_t] = []
        while threads.count < count, let thread = end.waitingThread() { threads.append(thread) }
        for _ in threads { end.signal() }
        for thread in threads { pthread_join(thread, nil) }
        return threads.count == count
    }

    /// Runs a body on a new thread that nobody joins. It never runs on the caller's thread, which may be that of an
    /// event loop.
    public static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadFault) {
        try required(name: name, body).detach()
    }

    /// Runs a blocking call on its own thread, and returns its result.
    ///
    /// - Parameter failure: the error to throw if the system has no thread left.
    public static func run<Result: Sendable, Failure: Error>(
        name: String,
        orElse failure: (ThreadFault) -> Failure,
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            do throws(ThreadFault) {
                try start(name: name) { continuation.resume(returning: Swift.Result(catching: body)) }
            } catch {
                continuation.resume(returning: .failure(failure(error)))
            }
        }
        return try result.get()
    }

    /// Runs a blocking call that can't fail on its own thread, and returns its result.
    public static func run<Result: Sendable>(
        name: String,
        _ body: @escaping @Sendable () -> Result
    ) async throws(ThreadFault) -> Result {
        try await run(name: name, orElse: { $0 }, { () throws(ThreadFault) in body() })
    }

    /// Waits until the thread has ended. Either this or `detach` is called, once.
    public func join() { pthread_join(handle, nil) }

    /// Lets the thread end on its own.
    public func detach() { pthread_detach(handle) }
}

/// The system has no thread left.
public struct ThreadFault: Error, Equatable, CustomStringConvertible {
    /// The name of the thread that could not be started.
    public var name: String

    public init(name: String) { self.name = name }

    public var description: String { "can't start the thread \(name): the system has no threads left" }
}

private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
    domo_thread_set_name(work.name)
    // Including SIGPIPE, which a TLS connection raises if it breaks during a write.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    work.body()
    return nil
}
