import Glibc

/// A client that reads the lines of its replies.
final class SoakClient {
    private let socket: Socket
    private var received: [UInt8] = []
    private var position = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(path: String) throws(BenchFault) {
        socket = try Socket.connect(to: "domod") { () throws(BenchFault) in try Socket.connect(path: path) }
    }

    func send(_ text: String) throws(BenchFault) { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws(BenchFault) {
        let limit = Moment.now().after(seconds: 20)
        var sent = 0
        while sent < bytes.count {
            guard try socket.wait(for: POLLOUT, until: limit) else { throw BenchFault("domod stopped reading") }
            let result = bytes.withUnsafeBytes { all in
                Result { () throws(BenchFault) in try socket.write(UnsafeRawBufferPointer(rebasing: all[sent...])) }
            }
            sent += try result.get()
        }
    }

    /// - Returns: nil after a timeout.
    func line(seconds: Double) throws(BenchFault) -> String? {
        let limit = Moment.now().after(seconds: seconds)
        while true {
            if let end = received[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    position = end + 1
                    if position == received.count {
                        received.removeAll(keepingCapacity: true)
                        position = 0
                    }
                }
                return String(decoding: received[position..<end], as: UTF8.self)
            }
            guard try socket.wait(for: POLLIN, until: limit) else { return nil }
            let result = buffer.withUnsafeMutableBytes { bytes in
                Result { () throws(BenchFault) in try socket.read(into: bytes) }
            }
            received.append(contentsOf: buffer.prefix(try result.get()))
        }
    }

    /// The reply to one request; events and progress before it are skipped.
    func ask(_ request: String, seconds: Double = 20) throws(BenchFault) -> String {
        try send(request + "\n")
        let limit = Moment.now().after(seconds: seconds)
        while let line = try line(seconds: max(0, limit.since(.now()))) {
            if Self.isReply(line) { return line }
        }
        throw BenchFault("no reply to \"\(request)\" within \(Int(seconds)) s")
    }

    static func isReply(_ line: String) -> Bool { line.hasPrefix(#"{"ok""#) || line.hasPrefix(#"{"error""#) }

    /// Resets the connection, and discards unread data.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket.descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &linger,
            socklen_t(MemoryLayout<Glibc.linger>.size)
        )
    }
}
