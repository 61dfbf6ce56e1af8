import Glibc

/// Writes lines to the standard output, each unbuffered in one write, so that it can be piped.
enum StandardOutput {
    static func write(_ line: String) { writeLine(line, to: STDOUT_FILENO) }
}

/// Writes lines to the standard error.
enum StandardError {
    static func write(_ line: String) { writeLine(line, to: STDERR_FILENO) }
}

private func writeLine(_ line: String, to descriptor: Int32) {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            // The reader has gone; the simulator continues.
            return
        }
    }
}
