import Glibc

/// What a program writes, for the bench to read.
final class Pipe {
    /// To read from.
    let descriptor: Int32
    private(set) var writeEnd: Int32

    init() throws(BenchFault) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchFault(call: "pipe") }
        (descriptor, writeEnd) = (ends[0], ends[1])
        // Other programs are not to hold it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Once the program has it.
    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    deinit {
        closeWriteEnd()
        close(descriptor)
    }
}
