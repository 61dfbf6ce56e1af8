import HTTPTypes

/// Parses `Accept-Encoding` (RFC 9110, 12.5.3).
enum AcceptedEncodings {
    /// Whether the client accepts gzip, with a weight above 0.
    static func acceptGzip(_ header: String?) -> Bool {
        var rest: Bool?
        for part in (header ?? "").split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = words.first else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch name {
            case "gzip", "x-gzip": return weight > 0
            case "*": rest = weight > 0
            default: break
            }
        }
        return rest ?? false
    }
}

/// A strong entity tag, different for each encoding.
struct EntityTag: CustomStringConvertible {
    /// With its quotes.
    let description: String

    init(_ content: String, isCompressed: Bool) { description = "\"\(content)\(isCompressed ? "-gzip" : "")\"" }

    /// - Parameter header: `If-None-Match`, which may list several.
    func isNamed(by header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { tag in
            var tag = tag.drop { $0 == " " }
            while tag.last == " " { tag.removeLast() }
            return tag == "*" || tag == description[...] || tag.hasPrefix("W/") && tag.dropFirst(2) == description[...]
        }
    }
}
