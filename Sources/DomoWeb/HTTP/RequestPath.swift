import HTTPTypes
package import HummingbirdCore

/// The decoded path and query of a request. `/` and `%2F` are both separators.
package struct RequestPath: Sendable {
    /// Never empty parts.
    package let parts: [String]
    /// With the empty parts.
    private let pieces: [String]
    private let query: [(name: String, value: String)]

    /// - Throws: 400 if the URL is invalid.
    package init(_ uri: URI) throws(Problem) {
        guard let path = Self.decoded(uri.path) else { throw Self.bad }
        pieces = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        parts = pieces.filter { !$0.isEmpty }
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

    private init(pieces: [String], query: [(name: String, value: String)]) {
        (self.pieces, self.query) = (pieces, query)
        parts = pieces.filter { !$0.isEmpty }
    }

    /// The path without its first `count` parts, and the query.
    package func suffix(after count: Int) -> RequestPath {
        RequestPath(pieces: [""] + (rest(after: count).isEmpty ? [""] : rest(after: count)), query: query)
    }

    private static var bad: Problem {
        Problem(.badRequest, "bad-request", "the URL is not valid percent-encoded UTF-8")
    }

    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(UInt8.init(hexadecimalDigit:)),
                let low = rest.popFirst().flatMap(UInt8.init(hexadecimalDigit:))
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    package subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// All query parameters; nil if one occurs twice.
    package var fields: [String: String]? {
        var fields: [String: String] = [:]
        for (name, value) in query where fields.updateValue(value, forKey: name) != nil { return nil }
        return fields
    }

    /// What follows the first `count` parts, which may have empty parts: a name may begin with a separator, and `a//b` is not
    /// `a/b`.
    package func rest(after count: Int) -> [String] {
        var (index, left) = (pieces.startIndex, count)
        while left > 0, index < pieces.endIndex {
            if !pieces[index].isEmpty { left -= 1 }
            index += 1
        }
        let rest = Array(pieces[index...])
        return rest == [""] ? [] : rest
    }

    /// The name after the first `count` parts; else the value of `?path=`, for names that a URL path can't contain.
    package func name(after count: Int) -> String? {
        let rest = rest(after: count)
        return rest.isEmpty ? self["path"] : rest.joined(separator: "/")
    }
}
