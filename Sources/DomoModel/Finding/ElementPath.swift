/// A name as typed by a person: an element's own name, or as much of its path as needed to be unique. `Louver`,
/// `Salon/Louver`, `Vivienda eficiente/Salon/Louver`.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
    public static let separator: Character = "/"

    /// From the outermost; neither the array nor any component is empty.
    public let components: [Substring]

    /// - Returns: nil if the text, or a part between slashes, is empty.
    public init?(_ text: some StringProtocol) {
        // Most names have no slash, and splitting by characters is slow.
        guard text.utf8.contains(UInt8(ascii: "/")) else {
            guard !text.isEmpty else { return nil }
            components = [Substring(text)]
            return
        }
        // By bytes: to Swift, a slash followed by a combining accent is one character.
        let parts = Substring(text).utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let components = parts.map { Substring($0) }
        guard components.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.components = components
    }

    public var description: String { components.joined(separator: String(Self.separator)) }
}

/// Why a name can't be resolved.
public enum NameFault: Error, Equatable, Sendable {
    /// There is no such name; with the most similar ones.
    case unknown(name: String, suggestions: [String])
    /// Several match; with their full paths, at most ten.
    case ambiguous(name: String, candidates: [String])
}
