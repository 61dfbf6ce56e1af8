import Glibc

/// Standard output and standard error, without buffering.
enum StandardStreams {
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }
    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0, to: STDOUT_FILENO) }
    }

    private static func write(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// Exits with 0 if nobody reads the output: the command itself is done.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process may have made the shared descriptor non-blocking.
                var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                _ = Readiness.wait(for: &descriptors, until: nil)
            } else if errno != EINTR {
                let error = errno
                // A truncated file, such as on a full disk, must not be taken for a complete one.
                if error != EPIPE, descriptor == STDOUT_FILENO {
                    writeError("domo: standard output: \(String(cString: strerror(error)))\n")
                }
                exit(error == EPIPE ? 0 : EX_IOERR)
            }
        }
    }
}
