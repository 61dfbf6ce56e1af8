import Glibc

/// Waits for a single file descriptor: poll(2).
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

    /// Callers check again, so it doesn't matter what ended the wait.
    @discardableResult
    private static func wait(_ descriptor: CInt, _ events: CInt, _ milliseconds: CInt) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&waited, 1, milliseconds) > 0
    }
}
