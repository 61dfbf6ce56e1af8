import Glibc

/// The reason why a measurement failed.
struct BenchFault: Error, CustomStringConvertible {
    var message: String

    init(_ message: String) { self.message = message }

    /// A system call that failed, with errno.
    init(call: String) {
        message = "\(call): \(String(cString: strerror(errno)))"
    }

    var description: String { message }
}
