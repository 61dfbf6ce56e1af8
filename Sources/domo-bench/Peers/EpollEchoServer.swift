import CBench
import Glibc

/// `domo-bench epoll-echo-server PATH LENGTH`: answers each line with a line of LENGTH bytes, on one thread, with only
/// epoll_wait, read and write: the minimum cost of a request over a Unix socket.
enum EpollEchoServer {
    private static let maxEvents = 64
    private static let requestSize = 65_536

    static func run(path: String, length: Int) throws(BenchFault) -> Never {
        // Writing to a disconnected client must fail with an error.
        signal(SIGPIPE, SIG_IGN)
        let listener = try Socket.listen(path: path)
        let queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard queue >= 0 else { throw BenchFault(call: "epoll_create1") }
        try watch(listener.descriptor, queue)
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: maxEvents)
        let request = UnsafeMutableRawPointer.allocate(byteCount: requestSize, alignment: 16)
        let answer = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
        memset(answer, Int32(UInt8(ascii: "x")), length)
        answer.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: length - 1, as: UInt8.self)
        while true {
            let count = epoll_wait(queue, events, Int32(maxEvents), -1)
            guard count >= 0 || errno == EINTR else { throw BenchFault(call: "epoll_wait") }
            for index in 0..<Int(max(0, count)) {
                let descriptor = events[index].data.fd
                if descriptor == listener.descriptor {
                    // Accepted sockets block, so a write is complete.
                    let connection = accept(descriptor, nil, nil)
                    if connection >= 0 { try watch(connection, queue) }
                } else if !serve(descriptor, request, answer, length) {
                    close(descriptor)
                }
            }
        }
    }

    private static func watch(_ descriptor: Int32, _ queue: Int32) throws(BenchFault) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
        guard epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw BenchFault(call: "epoll_ctl") }
    }

    /// - Returns: false if the connection is closed.
    private static func serve(
        _ descriptor: Int32,
        _ request: UnsafeMutableRawPointer,
        _ answer: UnsafeMutableRawPointer,
        _ length: Int
    ) -> Bool {
        let count = read(descriptor, request, requestSize)
        guard count > 0 else { return false }
        var rest = request
        let end = request + count
        while let newline = memchr(rest, Int32(UInt8(ascii: "\n")), end - rest) {
            guard write(descriptor, answer, length) == length else { return false }
            rest = newline + 1
        }
        return true
    }
}
