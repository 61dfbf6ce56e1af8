import DomoClient
import DomoLanguage
import FoundationEssentials
import NIOCore

/// Decodes the lines of domod.
enum DaemonLine {
    private struct Content<Value: Decodable>: Decodable {
        var ok: Value?
        var error: Fault?
    }

    private struct Nothing: Decodable, Sendable {}

    private struct Outer: Decodable {
        struct Inner: Decodable {
            var kind: String
            var delivery: Numbered?
        }

        struct Numbered: Decodable {
            var id: UInt64
        }

        var event: Inner
    }

    private struct Carrier: Decodable {
        struct Inner: Decodable {
            var delivery: Delivery
        }

        var event: Inner
    }

    /// - Throws: `refused` with the fault of an error reply.
    static func decode<Value: Decodable>(_ line: ByteBuffer, as type: Value.Type) throws(ClientFault) -> Value {
        let content: Content<Value>
        do {
            content = try JSONDecoder().decode(Content<Value>.self, from: data(line))
        } catch {
            throw .unreadable(error)
        }
        if let fault = content.error { throw .refused(fault) }
        guard let value = content.ok else { throw .disconnected(reason: "domod sent a reply without content") }
        return value
    }

    static func check(_ line: ByteBuffer) throws(ClientFault) { _ = try decode(line, as: Nothing.self) }

    /// What an event means for the notifier; nil for others, and for one that can't be read.
    static func occurrence(_ line: ByteBuffer) -> Occurrence? {
        do {
            let outer = try JSONDecoder().decode(Outer.self, from: data(line)).event
            switch outer.kind {
            case "delivery":
                return .delivery(try JSONDecoder().decode(Carrier.self, from: data(line)).event.delivery)
            case "withdrawal": return outer.delivery.map { .withdrawal($0.id) }
            default: return nil
            }
        } catch {
            return nil
        }
    }

    private static func data(_ line: ByteBuffer) -> Data { Data(line.readableBytesView) }
}

extension ClientFault {
    /// For the log.
    var text: String {
        switch self {
        case .disconnected(let reason): reason
        case .badLine: "the request is not a single line"
        case .refused(let fault), .overloaded(let fault):
            fault.message + (fault.hint.map { "; \($0)" } ?? "")
        }
    }
}
