import Glibc

/// A line-based client, which may have many outstanding requests.
final class LineClient {
    let socket: Socket
    private var outbound: [UInt8] = []
    private var written = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    /// The required prefix of each reply.
    private let expectedPrefix: [UInt8]
    /// Whether the next byte starts a line.
    private var isAtStart = true
    private var matched = 0

    /// - Parameter expectedPrefix: the required prefix of each reply, such as `{"ok"`.
    init(_ socket: Socket, expectedPrefix: String) {
        self.socket = socket
        self.expectedPrefix = Array(expectedPrefix.utf8)
    }

    deinit { buffer.deallocate() }

    var hasOutbound: Bool { written < outbound.count }

    /// Queues a request, which `flush` sends.
    func put(_ line: [UInt8]) { outbound.append(contentsOf: line) }

    func flush() throws(BenchFault) {
        guard hasOutbound else { return }
        let result = outbound.withUnsafeBytes { bytes in
            Result { () throws(BenchFault) in try socket.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) }
        }
        written += try result.get()
        guard !hasOutbound else { return }
        outbound.removeAll(keepingCapacity: true)
        written = 0
    }

    /// Reads what has arrived.
    ///
    /// - Returns: the number of completed replies.
    func takeAnswers() throws(BenchFault) -> Int {
        let count = try socket.read(into: buffer)
        var answers = 0
        var position = 0
        while position < count {
            if isAtStart { try matchPrefix(&position, of: count) }
            guard position < count, let start = buffer.baseAddress,
                let end = memchr(start + position, Int32(UInt8(ascii: "\n")), count - position)
            else { break }
            position = UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1
            answers += 1
            isAtStart = true
            matched = 0
        }
        return answers
    }

    private func matchPrefix(_ position: inout Int, of count: Int) throws(BenchFault) {
        while matched < expectedPrefix.count, position < count {
            guard buffer[position] == expectedPrefix[matched] else {
                let line = buffer[position..<min(count, position + 200)].prefix { $0 != UInt8(ascii: "\n") }
                throw BenchFault("unexpected reply: …\(String(decoding: line, as: UTF8.self))")
            }
            matched += 1
            position += 1
        }
        isAtStart = matched < expectedPrefix.count
    }

    /// Sends one request, and waits for the reply.
    func ask(_ line: [UInt8], seconds: Double = 10) throws(BenchFault) {
        try socket.write(line)
        try awaitAnswer(until: .now().after(seconds: seconds))
    }

    /// Sends one request, and waits for the reply.
    ///
    /// - Returns: the reply, with its newline.
    func answer(_ line: [UInt8]) throws(BenchFault) -> String {
        try socket.write(line)
        let limit = Moment.now().after(seconds: 10)
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n") {
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("no reply") }
            answer += buffer[..<(try socket.read(into: buffer))]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Sends one request, and waits for the reply.
    ///
    /// - Returns: the length of the reply in bytes, with its newline.
    func answerLength(_ line: [UInt8]) throws(BenchFault) -> Int {
        try socket.write(line)
        let limit = Moment.now().after(seconds: 10)
        var length = 0
        while true {
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("no reply") }
            let count = try socket.read(into: buffer)
            length += count
            if count > 0, buffer[count - 1] == UInt8(ascii: "\n") { return length }
        }
    }

    /// Repeats a request until the reply contains a word.
    func await(_ line: [UInt8], _ word: String, seconds: Double) throws(BenchFault) {
        let limit = Moment.now().after(seconds: seconds)
        while true {
            try socket.write(line)
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("no reply") }
            let count = try socket.read(into: buffer)
            if String(decoding: buffer[..<count], as: UTF8.self).contains(word) { return }
            guard Moment.now() < limit else { throw BenchFault("timed out waiting for \(word)") }
            Moment.now().after(seconds: 0.02).sleep()
        }
    }

    func awaitAnswer(until limit: Moment) throws(BenchFault) {
        repeat {
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("no reply") }
        } while try takeAnswers() == 0
    }

    /// Sends requests, with at most `window` outstanding at any time, and waits for all replies.
    func pipeline(count: Int, window: Int, seconds: Double, line: (Int) -> [UInt8]) throws(BenchFault) {
        let limit = Moment.now().after(seconds: seconds)
        var sent = 0
        var answered = 0
        while answered < count {
            while sent < count, sent - answered < window {
                put(line(sent))
                sent += 1
            }
            try flush()
            let events = hasOutbound ? POLLIN | POLLOUT : POLLIN
            guard try socket.wait(for: events, until: limit) else {
                throw BenchFault("\(answered) of \(count) requests were answered within \(Int(seconds)) s")
            }
            answered += try takeAnswers()
        }
    }
}
