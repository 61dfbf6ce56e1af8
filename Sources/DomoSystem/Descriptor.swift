import Glibc

/// Waits for a single file descriptor, and writes to it.
public enum Descriptor {
    /// - `milliseconds`: negative for no limit.
    public static func waitUntilReadable(_ descriptor: CInt, atMost milliseconds: CInt = -1) {
        wait(descriptor, POLLIN, milliseconds)
    }

    /// - `milliseconds`: negative for no limit.
    /// - Returns: false after a timeout or a signal.
    @discardableResult
    public static func waitUntilWritable(_ descriptor: CInt, atMost milliseconds: CInt = -1) -> Bool {
        wait(descriptor, POLLOUT, milliseconds)
    }

    /// Writes all bytes, and waits whenever the descriptor is not ready: another process may have made it non-blocking.
    ///
    /// - Returns: the error number if something was not written, else nil.
    @discardableResult
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if count < 0, errno == EAGAIN {
                waitUntilWritable(descriptor)
            } else if count == 0 || errno != EINTR {
                return count == 0 ? EIO : errno
            }
        }
        return nil
    }

    /// Callers check again, so it doesn't matter what ended the wait.
    @discardableResult
    private static func wait(_ descriptor: CInt, _ events: CInt, _ milliseconds: CInt) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&waited, 1, milliseconds) > 0
    }
}
