import Glibc
import NIOPosix
import Synchronization

/// SIGTERM and SIGINT, waited for as one event.
struct StopSignals: Sendable {
    private let readEnd: Int32

    /// From now on the signals end nothing by themselves. Made once in a process.
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

    /// Waits for the first of them.
    func wait() async throws {
        // A thread of its own: it blocks for as long as the program runs.
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        try await pool.runIfActive { [readEnd] in
            var byte: UInt8 = 0
            while read(readEnd, &byte, 1) < 0, errno == EINTR {}
        }
        try await pool.shutdownGracefully()
    }

    private struct PipeFault: Error { var errno: Int32 }
}

private let writeEnd = Atomic<Int32>(-1)

/// A signal handler may do very little; writing to a pipe is allowed (signal-safety(7)).
private func noteSignal(_ number: Int32) {
    let before = errno
    var byte: UInt8 = 0
    _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
    errno = before
}
