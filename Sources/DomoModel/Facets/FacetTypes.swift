/// The types of an element, in the order of its controls: at least one, none twice.
public struct FacetTypes: Hashable, Sendable, RandomAccessCollection {
    /// Four bits per type, the first in the lowest: saves an array per element in a house of 100,000.
    private var packed: UInt32 = 0

    private static let bitsPerType = 4
    /// The maximum number of types.
    static let capacity = UInt32.bitWidth / bitsPerType

    public init() {}

    /// - Returns: nil if a type occurs twice.
    public init?(_ types: [FacetType]) {
        for type in types {
            guard append(type) else { return nil }
        }
    }

    /// - Returns: false, without a change, if the type is already present.
    @discardableResult
    public mutating func append(_ type: FacetType) -> Bool {
        guard !contains(type) else { return false }
        // A ninth type in the enum fails here in the first test.
        precondition(count < Self.capacity && type.rawValue < 1 << Self.bitsPerType, "no room for \(type)")
        packed |= UInt32(type.rawValue) << UInt32(Self.bitsPerType * count)
        return true
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int {
        (UInt32.bitWidth - packed.leadingZeroBitCount + Self.bitsPerType - 1) / Self.bitsPerType
    }

    public subscript(position: Int) -> FacetType {
        FacetType(rawValue: UInt8(packed >> UInt32(Self.bitsPerType * position) & 0xF))!
    }
}
