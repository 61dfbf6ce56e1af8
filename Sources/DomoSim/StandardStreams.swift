import Glibc

/// Lines to the standard output, each at once and in one piece, so that it can be piped.
enum StandardOutput {
    static func write(_ line: String) { writeLine(line, to: STDOUT_FILENO) }
}

/// Lines to the standard error.
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
            // Whoever read the lines has gone; the house goes on.
            return
        }
    }
}
