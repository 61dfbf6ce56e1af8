import DomoJSON
import DomoLanguage

/// The fields of requests of the fleet.
extension JSONValue {
    static let requestFormat = 1

    /// Reads a request, and checks its version.
    static func request(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        guard bytes.count <= FleetOrder.maxBytes else {
            throw Fault(.badRequest, "the request has \(bytes.count) bytes; the limit is \(FleetOrder.maxBytes)")
        }
        guard let root = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 20)?.root, root.isObject else {
            throw Fault(.badRequest, "the request is not a JSON object")
        }
        guard let version = root["v"]?.integer(Int.self) else {
            throw Fault(.badRequest, "the request has no version (v)")
        }
        guard version == requestFormat else {
            throw Fault(
                .badRequest,
                "the request has the version \(version); this house reads version \(requestFormat)"
            )
        }
        return root
    }

    /// A text of one line.
    func requestWord(_ key: String, upTo max: Int) throws(Fault) -> String {
        guard let value = self[key] else { throw Fault(.badRequest, "the request has no \(key)") }
        guard let text = value.string, (1...max).contains(text.utf8.count),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw Fault(.badRequest, "\(key) is not a text of one line with 1–\(max) bytes") }
        return text
    }

    func requestTime(_ key: String) throws(Fault) -> Int64 {
        guard let value = self[key] else { throw Fault(.badRequest, "the request has no \(key)") }
        guard let time = value.integer(Int64.self), (0...253_402_300_799_999).contains(time) else {
            throw Fault(.badRequest, "\(key) is not a time in milliseconds since 1970")
        }
        return time
    }

    /// A token of the house.
    func requestToken() throws(Fault) -> String {
        let token = try requestWord("token", upTo: FleetOrder.maxToken)
        guard !token.utf8.contains(UInt8(ascii: " ")) else { throw Fault(.badRequest, "token is not a token") }
        return token
    }
}
