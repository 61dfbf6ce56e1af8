/// Masks secrets in text.
enum MaskedText {
    /// The configuration keys whose values are shown. All others are masked: a new or mistyped key may have a secret
    /// value.
    static let shownKeys: Set<String> = [
        "homes", "kind", "dialect", "deadline", "max-in-flight", "rate", "reading", "every", "keep", "size", "durable",
        "off", "deadband", "at-most-every", "role", "log-level", "socket", "state", "interface", "multicast",
        "local-port", "connection", "port", "mode", "zone", "timeout", "retries",
    ]

    /// Masks a configuration or a dialect, keeping its structure and the values of `shownKeys`.
    static func configuration(_ text: String) -> String {
        var lines: [String] = []
        /// The indentation of the key of a block of text, whose lines are dropped.
        var block: Int?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indentation = line.prefix { $0 == " " }.count
            if let start = block, indentation > start || line.allSatisfy(\.isWhitespace) { continue }
            block = nil
            let (masked, beginsBlock) = masked(String(line))
            if beginsBlock { block = indentation }
            lines.append(masked)
        }
        return lines.joined(separator: "\n")
    }

    private static func masked(_ line: String) -> (line: String, beginsBlock: Bool) {
        let body = line.drop { $0 == " " || $0 == "-" }
        // A comment may contain an old password.
        guard let first = body.first, first != "#" else { return ("", false) }
        guard let colon = body.firstIndex(of: ":"),
            body.index(after: colon) == body.endIndex
                || body[body.index(after: colon)] == " "
        else { return (line.prefix(line.count - body.count) + "…", false) }
        let key = body[..<colon].filter { $0 != "\"" && $0 != "'" }
        let value = body[body.index(after: colon)...].drop { $0 == " " }
        let start = line.prefix(line.count - body.count) + "\(key):"
        if value.isEmpty { return (String(start), false) }
        if value.first == "|" || value.first == ">" { return ("\(start) …", true) }
        let isShown = shownKeys.contains(key) && !value.contains { "{[\"'&*!@#".contains($0) }
        return ("\(start) \(isShown ? String(value) : "…")", false)
    }

    /// Masks a line of a log or of JSON: of each URL only the scheme, host and port are kept. User and password precede
    /// the host; the path and query may contain tokens.
    static func line(_ text: String) -> String {
        var masked = ""
        var rest = text[...]
        while let scheme = end(of: "://", in: rest) {
            masked += rest[..<scheme]
            let url = rest[scheme...].prefix { !$0.isWhitespace && !"\"'<>),;".contains($0) }
            let authority = url.prefix { !"/?#".contains($0) }
            masked += authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
            if !url.dropFirst(authority.count).allSatisfy({ $0 == "/" }) { masked += "/…" }
            rest = rest[url.endIndex...]
        }
        return masked + rest
    }

    private static func end(of part: String, in text: Substring) -> String.Index? {
        text.indices.first { text[$0...].hasPrefix(part) }.map { text.index($0, offsetBy: part.count) }
    }
}
