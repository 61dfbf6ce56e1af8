import Glibc

/// Waits for one file descriptor: poll(2).
public enum Descriptor {
    /// - `milliseconds`: negative for as long as it takes.
    public static func waitUntilReadable(_ descriptor: CInt, atMost milliseconds: CInt = -1) {
        wait(descriptor, POLLIN, milliseconds)
    }

    /// - `milliseconds`: negative for as long as it takes.
    /// - Returns: false where the time was over, or a signal came, before.
    @discardableResult
    public static func waitUntilWritable(_ descriptor: CInt, atMost milliseconds: CInt = -1) -> Bool {
        wait(descriptor, POLLOUT, milliseconds)
    }

    /// Callers look again: it doesn't matter what ended the wait.
    @discardableResult
    private static func wait(_ descriptor: CInt, _ events: CInt, _ milliseconds: CInt) -> Bool {
        var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&waited, 1, milliseconds) > 0
    }
}
