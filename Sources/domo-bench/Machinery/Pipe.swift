import Glibc

/// A pipe from a program to the bench.
final class Pipe {
    /// The read end.
    let descriptor: Int32
    private(set) var writeEnd: Int32

    init() throws(BenchFault) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchFault(call: "pipe") }
        (descriptor, writeEnd) = (ends[0], ends[1])
        // Other programs must not inherit it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Called once the program has inherited it.
    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    deinit {
        closeWriteEnd()
        close(descriptor)
    }
}
