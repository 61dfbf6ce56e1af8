/// Standard output and standard error, without buffering: they may be pipes.
public enum StandardStream: CInt, Sendable {
    case output = 1
    case error = 2

    /// - Returns: the error number if something was not written, such as EPIPE if nobody reads any more; else nil.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> CInt? { bytes.withUnsafeBytes { Descriptor.write($0, to: rawValue) } }

    /// - Returns: as of `write(_:)` with bytes.
    @discardableResult
    public func write(_ text: String) -> CInt? { write(Array(text.utf8)) }

    /// Writes a line. If nobody reads it, it is lost; the program goes on.
    public func writeLine(_ line: String) { write("\(line)\n") }
}
