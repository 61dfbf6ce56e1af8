import CBench
import Glibc

/// Many clients that read events, on one thread with epoll.
final class EventAudience {
    private static let maxEvents = 512
    /// The number of concurrent requests: overflowing the queue of connections would cost a second per connection.
    private static let batch = 50

    private struct Stream {
        let socket: Socket
        let reader = EventReader()
    }

    private let queue: Int32
    private var streams: [Int32: Stream] = [:]
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: maxEvents)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)

    /// Opens streams for several tokens, each from an address of its own: the server limits the connections per
    /// address. All streams have their snapshots when this returns.
    init(_ web: WebServer, tokens: [String], streamsOfToken: Int) throws(BenchFault) {
        try Self.allowFiles(tokens.count * streamsOfToken)
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard queue >= 0 else { throw BenchFault(call: "epoll_create1") }
        for (number, token) in tokens.enumerated() {
            let request = web.request("/api/v1/events", token: token)
            for stream in 1...streamsOfToken {
                try open(web, from: UInt8(number + 1), request)
                if stream % Self.batch == 0 || stream == streamsOfToken { try awaitSnapshots() }
            }
        }
    }

    deinit {
        close(queue)
        events.deallocate()
        buffer.deallocate()
    }

    var count: Int { streams.count }
    /// The number of readings that each stream has received, if none is pending.
    var readings: Int { streams.values.first?.reader.readings ?? 0 }

    private static func allowFiles(_ clients: Int) throws(BenchFault) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        let needed = rlim_t(clients + 200)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { throw BenchFault(call: "getrlimit") }
        guard limit.rlim_cur < needed else { return }
        limit.rlim_cur = needed
        guard setrlimit(resource, &limit) == 0 else { throw BenchFault("\(clients) clients need \(needed) open files") }
    }

    private func open(_ web: WebServer, from host: UInt8, _ request: [UInt8]) throws(BenchFault) {
        guard let socket = try Socket.connect(port: web.port, from: host) else {
            throw BenchFault("domo-web accepted no connection\(web.process.lastWords)")
        }
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: socket.descriptor))
        guard epoll_ctl(queue, EPOLL_CTL_ADD, socket.descriptor, &event) == 0 else {
            throw BenchFault(call: "epoll_ctl")
        }
        try socket.write(request)
        streams[socket.descriptor] = Stream(socket: socket)
    }

    private func awaitSnapshots() throws(BenchFault) {
        let limit = Moment.now().after(seconds: 30)
        while streams.values.contains(where: { !$0.reader.hasSnapshot }) {
            guard Moment.now() < limit else { throw BenchFault("a stream received no snapshot within 30 s") }
            try receive(until: limit) { _, _, _ throws(BenchFault) in throw BenchFault("unexpected reading") }
        }
    }

    /// Waits until something arrives, or for the deadline.
    /// - Parameter note: called with each reading: its index in its stream, its JSON, and the time of its arrival.
    func receive(
        until limit: Moment,
        _ note: (Int, UnsafeRawBufferPointer, Moment) throws(BenchFault) -> Void
    ) throws(BenchFault) {
        let ready = epoll_wait(queue, events, Int32(Self.maxEvents), limit.millisecondsLeft)
        guard ready >= 0 || errno == EINTR else { throw BenchFault(call: "epoll_wait") }
        for index in 0..<Int(max(0, ready)) {
            guard let stream = streams[events[index].data.fd] else { continue }
            let moment = Moment.now()
            let count = try stream.socket.read(into: buffer)
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            try stream.reader.feed(bytes) { place, json throws(BenchFault) in try note(place, json, moment) }
        }
    }
}
