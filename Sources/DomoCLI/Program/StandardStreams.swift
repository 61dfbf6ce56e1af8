import DomoSystem
import Glibc

/// Standard output and standard error of a command, which ends if they can't be written.
enum StandardStreams {
    static func write(_ text: String) { check(StandardStream.output.write(text), of: .output) }
    static func write(_ bytes: [UInt8]) { check(StandardStream.output.write(bytes), of: .output) }
    static func writeError(_ text: String) { check(StandardStream.error.write(text), of: .error) }

    /// Exits with 0 if nobody reads the output: the command itself is done.
    private static func check(_ error: CInt?, of stream: StandardStream) {
        guard let error else { return }
        // A truncated file, such as on a full disk, must not be taken for a complete one.
        if error != EPIPE, stream == .output {
            writeError("domo: standard output: \(String(cString: strerror(error)))\n")
        }
        exit(error == EPIPE ? 0 : EX_IOERR)
    }
}
