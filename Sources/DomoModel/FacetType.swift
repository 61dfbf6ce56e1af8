/// What kind of thing an element is, from the side of whoever moves it. The raw value is the number in `<Tipo>`.
public enum FacetType: UInt8, Sendable, CaseIterable {
    /// On or off.
    case binary = 1
    /// A level, 0–100 %.
    case regulable = 2
    /// Two directions and stop.
    case bidirectional = 3
    /// Any text or number.
    case value = 4

    /// The type's name in the command language and in replies.
    public var word: String {
        switch self {
        case .binary: "binary"
        case .regulable: "regulable"
        case .bidirectional: "bidirectional"
        case .value: "value"
        }
    }

    public init?(word: some StringProtocol) {
        guard let type = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = type
    }

    /// What may be asked of an element of this type, for messages to people.
    public var offer: String {
        switch self {
        case .binary: "on, off"
        case .regulable: "0–100"
        case .bidirectional: "up, down, stop"
        case .value: "any text"
        }
    }
}

/// The types of one element in the order in which its controls are shown: one to four, none twice.
public struct FacetTypes: Hashable, Sendable, RandomAccessCollection {
    /// Four bits a type, the first in the lowest: a house of 100,000 elements keeps no array for each.
    private var packed: UInt16 = 0

    public init() {}

    /// - Returns: nil when a type occurs twice.
    public init?(_ types: [FacetType]) {
        for type in types {
            guard append(type) else { return nil }
        }
    }

    /// - Returns: false, and nothing is changed, when the type is there already.
    @discardableResult
    public mutating func append(_ type: FacetType) -> Bool {
        guard !contains(type) else { return false }
        packed |= UInt16(type.rawValue) << (4 * UInt16(count))
        return true
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { (UInt16.bitWidth - packed.leadingZeroBitCount + 3) / 4 }

    public subscript(position: Int) -> FacetType {
        FacetType(rawValue: UInt8(packed >> (4 * UInt16(position)) & 0xF))!
    }

    /// What may be asked of the element, for messages to people.
    public var offer: String { map(\.offer).joined(separator: "; ") }
}
