/// Why a file could not be read.
public struct FileFault: Error, Sendable, Equatable, CustomStringConvertible {
    public var path: String
    /// The error message of the system: `No such file or directory`.
    public var message: String
    /// The error number (`ENOENT`).
    public var errno: Int32

    public init(path: String, message: String, errno: Int32) {
        self.path = path
        self.message = message
        self.errno = errno
    }

    public var description: String { "\(path): \(message)" }
}
