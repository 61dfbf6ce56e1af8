import DomoTestKit
import Glibc

/// The reason why a measurement failed.
struct BenchFault: Error, CustomStringConvertible {
    var message: String

    init(_ message: String) { self.message = message }

    /// A system call that failed, with errno.
    init(call: String) {
        message = "\(call): \(String(cString: strerror(errno)))"
    }

    /// What the kit could not do.
    static func of<Value>(_ body: () throws(KitFault) -> Value) throws(BenchFault) -> Value {
        do throws(KitFault) {
            return try body()
        } catch {
            throw BenchFault(error.description)
        }
    }

    var description: String { message }
}
