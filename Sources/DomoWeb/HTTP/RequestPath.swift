import HTTPTypes
import HummingbirdCore

/// The path and the query of a request, decoded. `/` and `%2F` separate the same.
struct RequestPath: Sendable {
    /// Never empty parts.
    let parts: [String]
    private let query: [(name: String, value: String)]

    /// - Throws: 400 where the URL is none.
    init(_ uri: URI) throws(Problem) {
        guard let path = Self.decoded(uri.path) else { throw Self.bad }
        parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        var query: [(String, String)] = []
        for pair in (uri.query ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? String(halves[1]) : ""
            guard let name = Self.decoded(String(halves[0])),
                let text = Self.decoded(String(value.map { $0 == "+" ? " " : $0 }))
            else { throw Self.bad }
            query.append((name, text))
        }
        self.query = query
    }

    private static var bad: Problem { Problem(.badRequest, "bad-request", "the URL is not encoded as UTF-8") }

    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// All of the query; nil where something comes twice.
    var fields: [String: String]? {
        var fields: [String: String] = [:]
        for (name, value) in query where fields.updateValue(value, forKey: name) != nil { return nil }
        return fields
    }

    /// The name after so many parts; else that of `?path=`, for names that a URL can't hold.
    func name(after count: Int) -> String? {
        parts.count > count ? parts[count...].joined(separator: "/") : self["path"]
    }
}
