import DomoTestKit
import Foundation

/// A device with numbered switches that speaks `shelly-gen2`, and keeps its answers on request.
final class SwitchDevice: Sendable {
    private struct Kept {
        var isOn: [String: Bool] = [:]
        var orders: [String] = []
        var questions = 0
        var answers = 0
        var isHeld = false
    }

    private let server: LoopbackServer
    private let kept: Monitor<Kept>

    var url: String { "http://127.0.0.1:\(server.port)" }

    init() throws {
        let kept = Monitor(Kept())
        self.kept = kept
        server = try LoopbackServer { Self.serve($0, kept) }
    }

    /// Runs the body with a reserved port on which nobody listens.
    static func withDeadPort(_ body: (Int) throws -> Void) throws {
        let (socket, port) = try Loopback.bound()
        defer { close(socket) }
        try body(port)
    }

    /// The orders received: `0 on`.
    var orders: [String] { kept.read { $0.orders } }

    /// The number of reads, answered or not.
    var questions: Int { kept.read { $0.questions } }
    /// The number of answers sent.
    var answers: Int { kept.read { $0.answers } }

    /// Keeps all answers from now on.
    func hold() { kept.change { $0.isHeld = true } }

    /// Sends the answers that were kept, and all later ones at once.
    func release() { kept.change { $0.isHeld = false } }

    /// Simulates a change at the device.
    func set(_ number: Int, isOn: Bool) { kept.change { $0.isOn[String(number)] = isOn } }

    private static func serve(_ client: Int32, _ kept: Monitor<Kept>) {
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
            if !target.contains("on=") { kept.change { $0.questions += 1 } }
            // The timeout only ends what would hang.
            guard kept.wait(seconds: 300, for: { $0.isHeld ? nil : true }) == true else { return }
            let body = answer(to: target, kept)
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
            guard send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
            kept.change { $0.answers += 1 }
        }
    }

    private static func answer(to target: String, _ kept: Monitor<Kept>) -> String {
        let items = URLComponents(string: target)?.queryItems ?? []
        let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        let id = fields["id"] ?? ""
        return kept.change { kept in
            guard let on = fields["on"] else { return #"{"id":\#(id),"output":\#(kept.isOn[id] ?? false)}"# }
            kept.orders.append("\(id) \(on == "true" ? "on" : "off")")
            defer { kept.isOn[id] = on == "true" }
            return #"{"was_on":\#(kept.isOn[id] ?? false)}"#
        }
    }
}
