/// The name of a house in subjects: 8–16 of `a`–`z` and `0`–`9`, chosen by the operator. What people call the house is
/// in the fleet's database.
public struct HouseID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// How many characters it may have.
    public static let lengths = 8...16

    public let text: String

    /// - Returns: nil for anything but 8–16 of `a`–`z` and `0`–`9`.
    public init?(_ text: some StringProtocol) {
        let isAllowed: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        self.text = String(text)
    }

    public var description: String { text }

    public static func < (one: HouseID, other: HouseID) -> Bool { one.text < other.text }
}

extension HouseID {
    /// How many partitions the reports of all houses have.
    public static let partitions = 64

    /// The partition of the house's reports: FNV-1a of 64 bits over the bytes of the ID, modulo 64.
    ///
    /// It is part of a house's subject and of its permissions, and must never change.
    ///
    /// Source: draft-eastlake-fnv, section 2 and 5: offset basis and prime of 64 bits.
    public var partition: Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(hash % UInt64(Self.partitions))
    }
}
