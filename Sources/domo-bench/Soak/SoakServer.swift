import DomoSystem
import Glibc
import Synchronization

/// A domotic server whose mode can be changed: healthy, gone, hanging, failing or slow.
final class SoakServer: Sendable {
    enum Mode: String, CaseIterable, Sendable {
        case healthy
        /// Not listening; connections are closed.
        case gone
        /// Accepts requests without responding. Every second order is carried out nevertheless.
        case hanging
        /// Responds with 500, and does nothing.
        case failing
        /// Responds after up to 1.5 seconds.
        case slow
    }

    private struct Shared: Sendable {
        var mode = Mode.healthy
        var elements: [String: SoakState]
        var hasEnded = false
        var requests = 0
    }

    let port: UInt16
    private let reservation: Socket
    private let shared: Mutex<Shared>

    var url: String { "http://127.0.0.1:\(port)" }

    init(elements: [SoakElement]) throws(BenchFault) {
        (reservation, port) = try Socket.reserve()
        shared = Mutex(Shared(elements: Dictionary(uniqueKeysWithValues: elements.map { ($0.name, $0.initialState) })))
    }

    var mode: Mode {
        get { shared.withLock { $0.mode } }
        set { shared.withLock { $0.mode = newValue } }
    }

    var requests: Int { shared.withLock { $0.requests } }

    func state(of element: String) -> SoakState? { shared.withLock { $0.elements[element] } }

    /// Sets a state locally, as with a wall switch.
    func set(_ element: String, to word: String) { shared.withLock { $0.elements[element]?.apply(word) } }

    func end() { shared.withLock { $0.hasEnded = true } }

    /// Runs until `end`.
    func start(_ log: SoakLog, seed: UInt64) throws(BenchFault) -> WorkerThread {
        let thread = WorkerThread(name: "soak-server") {
            do {
                try self.serve(SoakRandom(seed: seed))
            } catch {
                log.fault("the server of the soak: \(error)")
            }
        }
        guard let thread else { throw BenchFault("can't start a thread") }
        return thread
    }

    // MARK: On its thread

    private final class Connection {
        let socket: Socket
        var inbound: [UInt8] = []
        /// The pending responses and when to send them, oldest first.
        var answers: [(due: Moment, bytes: [UInt8])] = []

        init(_ socket: Socket) { self.socket = socket }
    }

    private func serve(_ random: SoakRandom) throws(BenchFault) {
        var random = random
        var listener: Socket?
        var connections: [Connection] = []
        var mode = Mode.healthy
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let (hasEnded, next) = shared.withLock { ($0.hasEnded, $0.mode) }
            if hasEnded { return }
            // Hanging requests are never answered: close their connections.
            if next == .gone || (mode == .hanging && next != .hanging) { connections.removeAll() }
            mode = next
            if mode == .gone { listener = nil } else if listener == nil { listener = try Socket.listen(reserved: port) }
            var entries = connections.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
            if let listener { entries.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)) }
            _ = poll(&entries, nfds_t(entries.count), 10)
            if let listener, let accepted = try listener.accept() { connections.append(Connection(accepted)) }
            connections = connections.filter { connection in
                do {
                    try handle(connection, mode, &random, &buffer)
                    return true
                } catch {
                    // The daemon may close a connection at any time.
                    return false
                }
            }
        }
    }

    private func handle(
        _ connection: Connection,
        _ mode: Mode,
        _ random: inout SoakRandom,
        _ buffer: inout [UInt8]
    ) throws(BenchFault) {
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(BenchFault) in try connection.socket.read(into: bytes) }
        }
        connection.inbound.append(contentsOf: buffer.prefix(try result.get()))
        while let request = try takeRequest(connection) { answer(request, connection, mode, &random) }
        while let first = connection.answers.first, first.due <= .now() {
            connection.answers.removeFirst()
            try connection.socket.write(first.bytes)
        }
    }

    /// The request line of the next complete request; requests have no body.
    private func takeRequest(_ connection: Connection) throws(BenchFault) -> String? {
        let end = Array("\r\n\r\n".utf8)
        guard connection.inbound.count >= end.count,
            let head = (0...connection.inbound.count - end.count).first(where: {
                connection.inbound[$0..<$0 + end.count] == end[...]
            })
        else { return nil }
        let text = String(decoding: connection.inbound[..<head], as: UTF8.self)
        connection.inbound.removeFirst(head + end.count)
        return text.split(separator: "\r\n", maxSplits: 1).first.map(String.init) ?? ""
    }

    private func answer(_ request: String, _ connection: Connection, _ mode: Mode, _ random: inout SoakRandom) {
        shared.withLock { $0.requests += 1 }
        let words = request.split(separator: " ")
        guard words.count == 3 else { return reply(400, "", connection) }
        let parts = words[1].split(separator: "?", maxSplits: 1)
        let isOrder = parts.first == "/order"
        let fields = parts.count > 1 ? Self.fields(parts[1]) : [:]
        let delay = mode == .slow ? random.seconds(0.1...1.5) : 0
        switch mode {
        case .failing: return reply(500, "", connection)
        case .gone: return
        case .hanging: if !isOrder || random.below(2) == 0 { return }
        case .healthy, .slow: break
        }
        guard isOrder else { return reply(200, states(), connection, after: delay) }
        guard let name = fields["name"], let word = fields["to"] else { return reply(400, "", connection) }
        let isKnown = shared.withLock { $0.elements[name]?.apply(word) != nil }
        if mode != .hanging { reply(isKnown ? 200 : 404, "", connection, after: delay) }
    }

    private func reply(_ status: Int, _ body: String, _ connection: Connection, after seconds: Double = 0) {
        let head = "HTTP/1.1 \(status) Soak\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        connection.answers.append((due: Moment.now().after(seconds: seconds), bytes: Array((head + body).utf8)))
    }

    private func states() -> String {
        let items = shared.withLock { shared in
            shared.elements.map { #"{"name":"\#($0.key)",\#($0.value.json)}"# }
        }
        return "[\(items.joined(separator: ","))]"
    }

    private static func fields(_ query: Substring) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { fields[String(sides[0])] = String(sides[1]) }
        }
        return fields
    }
}
