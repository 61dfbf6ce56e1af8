public import Glibc

/// Something that a test or a measurement needs could not be had, or did not happen in time.
public struct KitFault: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) { self.description = description }

    /// A system call that failed.
    public init(call: String, errno number: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
