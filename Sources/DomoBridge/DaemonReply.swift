import DomoJSON
public import DomoLanguage

/// Decodes the lines of domod.
public enum DaemonReply {
    private struct Content<Value: Decodable>: Decodable {
        var ok: Value?
        var error: Fault?
    }

    private struct Envelope: Decodable {
        var event: Event
    }

    private struct Nothing: Decodable, Sendable {}

    /// - Throws: the fault of an error reply; `unreachable` for a line that is no reply.
    public static func decode<Value: Decodable>(_ line: [UInt8], as type: Value.Type) throws(Fault) -> Value {
        let content: Content<Value>
        do {
            content = try document(line).root.decode()
        } catch {
            throw Fault(.unreachable, "domod sent an unreadable reply: \(error)")
        }
        if let fault = content.error { throw fault }
        guard let value = content.ok else { throw Fault(.unreachable, "domod sent a reply without content") }
        return value
    }

    public static func check(_ line: [UInt8]) throws(Fault) { _ = try decode(line, as: Nothing.self) }

    /// Whether the line is an event, which comes between the replies.
    public static func isEvent(_ line: [UInt8]) -> Bool { line.starts(with: #"{"event":"#.utf8) }

    /// - Returns: nil for an event that can't be read, such as one of a kind that a newer domod has.
    public static func event(_ line: [UInt8]) -> Event? {
        do {
            return try document(line).root.decode(Envelope.self).event
        } catch {
            return nil
        }
    }

    /// Deeper than a house may be: each place adds two levels.
    private static let maxDepth = 1000

    private static func document(_ line: [UInt8]) throws -> JSONDocument {
        // A house may be as large as domod can load.
        guard let document = JSONDocument(line, maxDepth: maxDepth, maxMemory: .max) else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "it is not JSON")
            throw DecodingError.dataCorrupted(context)
        }
        return document
    }
}
