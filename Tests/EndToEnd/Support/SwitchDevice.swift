import Foundation

/// A device with numbered switches that speaks `shelly-gen2`, and keeps its answers on request.
final class SwitchDevice: @unchecked Sendable {
    // Sendable because `kept` is protected by `lock`, and the rest is immutable.

    private struct Kept {
        var isOn: [String: Bool] = [:]
        var orders: [String] = []
        var questions = 0
        var answers = 0
        var isHeld = false
    }

    let port: Int
    private let listener: Int32
    private let lock = NSCondition()
    private var kept = Kept()

    var url: String { "http://127.0.0.1:\(port)" }

    init() throws {
        (listener, port) = try Self.bound()
        guard listen(listener, 64) == 0 else { throw Self.failure }
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else {
                    close(client)
                    return
                }
                Thread.detachNewThread {
                    self.serve(client)
                    close(client)
                }
            }
        }
    }

    deinit {
        // Wakes the thread that accepts.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Runs the body with a reserved port on which nobody listens.
    static func withDeadPort(_ body: (Int) throws -> Void) throws {
        let (socket, port) = try bound()
        defer { close(socket) }
        try body(port)
    }

    private static func bound() throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw failure }
        return (listener, Int(in_port_t(bigEndian: address.sin_port)))
    }

    private static var failure: Connection.Failure { .init(description: String(cString: strerror(errno))) }

    /// The orders received: `0 on`.
    var orders: [String] { locked { $0.orders } }

    /// The number of reads, answered or not.
    var questions: Int { locked { $0.questions } }
    /// The number of answers sent.
    var answers: Int { locked { $0.answers } }

    /// Keeps all answers from now on.
    func hold() { locked { $0.isHeld = true } }

    /// Sends the answers that were kept, and all later ones at once.
    func release() { locked { $0.isHeld = false } }

    /// Simulates a change at the device.
    func set(_ number: Int, isOn: Bool) { locked { $0.isOn[String(number)] = isOn } }

    private func locked<Value>(_ body: (inout Kept) -> Value) -> Value {
        lock.lock()
        defer {
            lock.broadcast()
            lock.unlock()
        }
        return body(&kept)
    }

    private func serve(_ client: Int32) {
        var head = ""
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            while !head.contains("\r\n\r\n") {
                let count = recv(client, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                head += String(decoding: buffer[..<count], as: UTF8.self)
            }
            let target = head.components(separatedBy: " ")[1]
            head = ""
            if !target.contains("on=") { locked { $0.questions += 1 } }
            lock.lock()
            while kept.isHeld { lock.wait() }
            lock.unlock()
            let body = answer(to: target)
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
            guard send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
            locked { $0.answers += 1 }
        }
    }

    private func answer(to target: String) -> String {
        let items = URLComponents(string: target)?.queryItems ?? []
        let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        let id = fields["id"] ?? ""
        return locked { kept in
            guard let on = fields["on"] else { return #"{"id":\#(id),"output":\#(kept.isOn[id] ?? false)}"# }
            kept.orders.append("\(id) \(on == "true" ? "on" : "off")")
            defer { kept.isOn[id] = on == "true" }
            return #"{"was_on":\#(kept.isOn[id] ?? false)}"#
        }
    }
}
