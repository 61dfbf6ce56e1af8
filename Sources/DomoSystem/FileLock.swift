import Glibc

/// A lock of a file, for programs that change the same files. It ends with the process or before.
public struct FileLock: Sendable {
    private static let pause: UInt64 = 20_000_000

    private let file: CInt

    init(_ file: CInt) { self.file = file }

    public func release() { close(file) }

    static func wait(_ file: CInt, _ patience: UInt64) throws(FileBytes.Fault) {
        let end = MonotonicClock.now() + patience
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw .last() }
            let now = MonotonicClock.now()
            guard now < end else {
                let message = "another program has had the lock for \(patience / 1_000_000_000) s"
                throw FileBytes.Fault(message: message, code: EWOULDBLOCK)
            }
            _ = ThreadSemaphore().wait(until: min(now + Self.pause, end))
        }
    }
}
