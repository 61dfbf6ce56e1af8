/// A name as a person writes it: an element's own, or as much of its path as is needed to tell it from others.
/// `Louver`, `Salon/Louver`, `Vivienda eficiente/Salon/Louver`.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
    public static let separator: Character = "/"

    /// From the outside in; never empty, and none is empty.
    public let components: [Substring]

    /// - Returns: nil when the text, or a part of it between slashes, is empty.
    public init?(_ text: some StringProtocol) {
        // Most names are an element's own, and splitting looks at whole characters, which takes its time.
        guard text.utf8.contains(UInt8(ascii: "/")) else {
            guard !text.isEmpty else { return nil }
            components = [Substring(text)]
            return
        }
        // By bytes: a slash and an accent that a name begins with are one character to Swift.
        let parts = Substring(text).utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let components = parts.map { Substring($0) }
        guard components.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.components = components
    }

    public var description: String { components.joined(separator: String(Self.separator)) }
}

/// Where a name leads, or doesn't.
public enum NameFault: Error, Equatable, Sendable {
    /// No such name; the closest that there are.
    case unknown(name: String, suggestions: [String])
    /// Several fit: their whole paths, at most ten.
    case ambiguous(name: String, candidates: [String])
}
