import CLibCurl
import Glibc

/// A thread outside the cooperative pool, for C calls that block.
struct WorkerThread: Sendable {
    private let handle: pthread_t

    /// - Parameter name: as `ps -L` and debuggers show it; at most 15 bytes.
    init(name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var handle = pthread_t()
        let status = pthread_create(&handle, nil, runWork, work.toOpaque())
        guard status == 0 else { fatalError("no thread \(name): errno \(status)") }
        self.handle = handle
    }

    /// Waits until the thread has ended. Either this or `detach` is called, once.
    func join() { pthread_join(handle, nil) }

    /// Lets the thread end on its own.
    func detach() { pthread_detach(handle) }
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
    // Signals are the main thread's; and a TLS connection that breaks while it is written to raises SIGPIPE, which
    // libcurl leaves alone when it is told to keep off signals.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    work.body()
    return nil
}
