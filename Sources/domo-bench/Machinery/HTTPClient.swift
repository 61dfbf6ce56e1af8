import CBench
import Glibc

/// A client that sends the same GET request repeatedly on a persistent connection. Every response must be a 200 with a
/// body of the same length.
final class HTTPClient {
    private static let good = Array("HTTP/1.1 200 ".utf8)
    private static let lengthField = "content-length:"

    let socket: Socket
    private let request: [UInt8]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var count = 0
    /// Of the last response; nil before the first.
    private(set) var bodyLength: Int?

    init(_ socket: Socket, request: [UInt8]) { (self.socket, self.request) = (socket, request) }

    deinit { buffer.deallocate() }

    func ask() throws(BenchFault) { try socket.write(request) }

    /// Reads what has arrived.
    ///
    /// - Returns: whether the response is complete.
    func takeAnswer() throws(BenchFault) -> Bool {
        guard count < buffer.count else { throw BenchFault("a response is longer than \(buffer.count) bytes") }
        count += try socket.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        let end = domo_bench_find(buffer.baseAddress, count, "\r\n\r\n", 4)
        guard end >= 0 else { return false }
        let headers = end + 4
        guard buffer.prefix(headers).starts(with: Self.good) else { throw unexpected("a response other than 200") }
        let length = try contentLength(headers)
        guard length > 0, bodyLength ?? length == length else { throw unexpected("a body of \(length) bytes") }
        bodyLength = length
        guard count >= headers + length else { return false }
        guard count == headers + length else { throw unexpected("more than one response") }
        count = 0
        return true
    }

    private func contentLength(_ headers: Int) throws(BenchFault) -> Int {
        guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
        let name = Self.lengthField
        var line = 0
        while line + name.utf8.count < headers {
            // atoi stops at the end of the line.
            if strncasecmp(start + line, name, name.utf8.count) == 0 {
                return Int(atoi(start + line + name.utf8.count))
            }
            guard let end = memchr(start + line, Int32(UInt8(ascii: "\n")), headers - line) else { break }
            line = UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1
        }
        throw unexpected("a response without Content-Length")
    }

    private func unexpected(_ what: String) -> BenchFault {
        BenchFault("\(what): \(String(decoding: buffer.prefix(min(count, 300)), as: UTF8.self))")
    }

    /// Sends one request, and waits for the response.
    /// - Returns: the length of its body in bytes.
    func answerLength() throws(BenchFault) -> Int {
        try ask()
        let limit = Moment.now().after(seconds: 10)
        repeat {
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("no response") }
        } while try !takeAnswer()
        return bodyLength ?? 0
    }
}

/// Many such clients, each with one outstanding request, on one thread with `poll`.
final class HTTPLoad {
    struct Outcome {
        var answers: Int
        var seconds: Double
        /// The load of this thread: 1 is a whole core.
        var busy: Double
    }

    private let clients: [HTTPClient]
    private var entries: [pollfd]

    init(_ clients: [HTTPClient]) {
        self.clients = clients
        entries = clients.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Sends requests for a while, then waits for the outstanding responses.
    func run(seconds: Double) throws(BenchFault) -> Outcome {
        let start = Moment.now()
        let busyBefore = Moment.processorTimeOfThread()
        let end = start.after(seconds: seconds)
        let limit = end.after(seconds: 10)
        var answers = 0
        for client in clients { try client.ask() }
        var owed = clients.count
        var now = start
        while owed > 0 {
            guard poll(&entries, nfds_t(entries.count), limit.millisecondsLeft) > 0 else {
                throw BenchFault("\(owed) responses are missing")
            }
            for index in entries.indices where entries[index].revents != 0 {
                guard try clients[index].takeAnswer() else { continue }
                answers += 1
                owed -= 1
                guard now < end else { continue }
                try clients[index].ask()
                owed += 1
            }
            now = .now()
        }
        let time = now.since(start)
        return Outcome(answers: answers, seconds: time, busy: (Moment.processorTimeOfThread() - busyBefore) / time)
    }
}
