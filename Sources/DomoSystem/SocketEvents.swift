import CLinux
import Glibc

/// Waits for sockets, a moment, or a call from another thread: epoll(7), timerfd_create(2), eventfd(2).
///
/// Any thread may change what is waited for while another thread waits.
public final class SocketEvents: Sendable {
    public struct Event: Sendable {
        /// Nil if the moment has come, or another thread called.
        public var socket: CInt?
        public var isReadable: Bool
        public var isWritable: Bool
        public var hasFailed: Bool
    }

    private let epoll: CInt
    private let timer: CInt
    private let call: CInt

    /// - Returns: nil with the reason in `errno` if the process has no file descriptor left.
    public init?() {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        timer = timerfd_create(CLOCK_BOOTTIME, CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC))
        call = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))
        // Edge-triggered: neither has to be read.
        guard epoll >= 0, timer >= 0, call >= 0, control(EPOLL_CTL_ADD, timer, EPOLLIN.rawValue | EPOLLET.rawValue),
            control(EPOLL_CTL_ADD, call, EPOLLIN.rawValue | EPOLLET.rawValue)
        else {
            let reason = errno
            defer { errno = reason }
            return nil
        }
    }

    deinit {
        for descriptor in [epoll, timer, call] where descriptor >= 0 { close(descriptor) }
    }

    /// Nanoseconds since the machine was started, including the time that it slept.
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Watches a socket for these events, instead of those set before.
    ///
    /// - Returns: false with the reason in `errno` if the socket can't be watched.
    @discardableResult
    public func watch(_ socket: CInt, forReading: Bool, forWriting: Bool) -> Bool {
        let events = (forReading ? EPOLLIN.rawValue : 0) | (forWriting ? EPOLLOUT.rawValue : 0)
        // A closed socket is no longer watched, and its number may have been reused.
        return control(EPOLL_CTL_MOD, socket, events) || (errno == ENOENT && control(EPOLL_CTL_ADD, socket, events))
    }

    public func forget(_ socket: CInt) { _ = control(EPOLL_CTL_DEL, socket, 0) }

    /// Ends the wait at this moment, instead of the moment set before.
    public func setMoment(_ moment: UInt64) {
        var time = itimerspec()
        // 0 would mean never.
        let moment = max(moment, 1)
        time.it_value.tv_sec = time_t(clamping: moment / 1_000_000_000)
        time.it_value.tv_nsec = Int(moment % 1_000_000_000)
        timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &time, nil)
    }

    /// Ends the current wait, or the next one.
    public func endWait() { eventfd_write(call, 1) }

    /// Waits for events.
    ///
    /// - Returns: false with the reason in `errno` if the wait fails.
    public func wait(into events: inout [Event]) -> Bool {
        events.removeAll(keepingCapacity: true)
        return withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { buffer in
            let count = epoll_wait(epoll, buffer.baseAddress, CInt(buffer.count), -1)
            // EINTR: a signal ended the wait early.
            guard count >= 0 || errno == EINTR else { return false }
            for event in buffer.prefix(max(0, Int(count))) {
                let descriptor = event.data.fd
                let isSocket = descriptor != timer && descriptor != call
                events.append(
                    Event(
                        socket: isSocket ? descriptor : nil,
                        isReadable: event.events & EPOLLIN.rawValue != 0,
                        isWritable: event.events & EPOLLOUT.rawValue != 0,
                        hasFailed: event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                    )
                )
            }
            return true
        }
    }

    private func control(_ operation: CInt, _ descriptor: CInt, _ events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }
}
