import Glibc

/// Waits for one file descriptor: poll(2).
public enum Descriptor {
    /// - Parameter milliseconds: negative for as long as it takes.
    public static func waitUntilReadable(_ descriptor: CInt, atMost milliseconds: CInt = -1) {
        wait(descriptor, POLLIN, milliseconds)
    }

    /// - Parameter milliseconds: negative for as long as it takes.
    public static func waitUntilWritable(_ descriptor: CInt, atMost milliseconds: CInt = -1) {
        wait(descriptor, POLLOUT, milliseconds)
    }

    /// Callers look again: it doesn't matter what ended the wait.
    private static func wait(_ descriptor: CInt, _ events: CInt, _ milliseconds: CInt) {
        var waited = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&waited, 1, milliseconds)
    }
}
