import Glibc

enum StandardOutput {
    /// Writes without buffering: the output may be a pipe.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error.
    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
