/// The rules for subjects: tokens of printable ASCII characters, separated by points.
///
/// NATS accepts more characters; a subject with others comes from a mistake, or from somebody who tries to write into the
/// protocol.
public enum NATSSubject {
    /// In octets.
    public static let maxLength = 512
    public static let maxTokens = 16

    /// - Returns: why a message can't be published on the subject; nil if it can be.
    public static func problem(in subject: String) -> String? { problem(in: subject, isPattern: false) }

    /// - Returns: why the subject, which may have the wildcards `*` and `>`, can't be subscribed; nil if it can be.
    public static func problem(inPattern subject: String) -> String? { problem(in: subject, isPattern: true) }

    private static func problem(in subject: String, isPattern: Bool) -> String? {
        let utf8 = subject.utf8
        guard utf8.count <= maxLength else { return "a subject has at most \(maxLength) characters, not \(utf8.count)" }
        guard utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "invalid subject \(subject.debugDescription); use printable ASCII characters without spaces"
        }
        let tokens = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard tokens.count <= maxTokens else {
            return "a subject has at most \(maxTokens) tokens; \"\(subject)\" has \(tokens.count)"
        }
        for (index, token) in tokens.enumerated() {
            guard !token.isEmpty else { return "invalid subject \"\(subject)\": a token is empty" }
            guard token.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ">") }) else { continue }
            guard isPattern else { return "invalid subject \"\(subject)\": can't publish to a wildcard" }
            let isLast = index == tokens.count - 1
            guard token.elementsEqual("*".utf8) || isLast && token.elementsEqual(">".utf8) else {
                return "invalid subject \"\(subject)\": * must be a whole token, and > the last one"
            }
        }
        return nil
    }

    /// Whether a pattern with wildcards covers a subject.
    public static func matches(_ pattern: String, _ subject: String) -> Bool {
        let pattern = pattern.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let tokens = subject.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for (index, part) in pattern.enumerated() {
            guard index < tokens.count else { return false }
            if part.elementsEqual(">".utf8) { return true }
            guard part.elementsEqual("*".utf8) || part.elementsEqual(tokens[index]) else { return false }
        }
        return pattern.count == tokens.count
    }
}
