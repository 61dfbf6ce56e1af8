import Glibc

/// Standard output and standard error, written to at once and whole.
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

    /// Ends the process quietly when nobody reads: what was asked for is done, and there is no one to tell.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody made it non-blocking for us all.
                var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                _ = Readiness.wait(for: &descriptors, until: nil)
            } else if errno != EINTR {
                let error = errno
                // A file that is cut off, such as on a full disk, must not pass for a whole one.
                if error != EPIPE, descriptor == STDOUT_FILENO {
                    writeError("domo: standard output: \(String(cString: strerror(error)))\n")
                }
                exit(error == EPIPE ? 0 : EX_IOERR)
            }
        }
    }
}
