import Glibc

/// Writes text to standard output.
enum StandardOutput {
    static func write(_ text: String) { writeAll(text, to: STDOUT_FILENO) }
}

/// Writes lines to standard error.
enum StandardError {
    static func write(_ line: String) { writeAll(line + "\n", to: STDERR_FILENO) }
}

private func writeAll(_ text: String, to descriptor: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            // The reader has closed the pipe.
            return
        }
    }
}
