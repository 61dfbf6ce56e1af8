import Glibc
import NIOPosix
import Synchronization

/// Waits for SIGTERM and SIGINT as for input on a descriptor.
struct StopSignals: Sendable {
    private let readEnd: Int32

    /// Installs handlers, so that the signals no longer end the process. To be created once per process.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PipeFault(errno: errno) }
        readEnd = ends[0]
        writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = noteSignal
            sigaction(number, &action, nil)
        }
    }

    enum Event {
        case stop
        /// There is input, or the end of it.
        case input
    }

    /// Waits for the first event.
    ///
    /// - Parameter input: An additional descriptor to wait for; -1 for none.
    func wait(orInput input: Int32 = -1) async throws -> Event {
        // On its own thread, since it blocks for as long as the program runs.
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let event = try await pool.runIfActive { [readEnd] in
            let interest = Int16(POLLIN)
            var both = [
                pollfd(fd: readEnd, events: interest, revents: 0), pollfd(fd: input, events: interest, revents: 0),
            ]
            while poll(&both, 2, -1) < 0, errno == EINTR {}
            return both[0].revents != 0 ? Event.stop : .input
        }
        try await pool.shutdownGracefully()
        return event
    }

    private struct PipeFault: Error { var errno: Int32 }
}

private let writeEnd = Atomic<Int32>(-1)

/// Writing to a pipe is one of the few things allowed in a signal handler (signal-safety(7)).
private func noteSignal(_ number: Int32) {
    let before = errno
    var byte: UInt8 = 0
    _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = before
}
