/// The MAC address of an interface.
public struct MACAddress: Hashable, Sendable, CustomStringConvertible {
    /// 48 bits.
    public let raw: UInt64

    public init(raw: UInt64) { self.raw = raw & 0xFFFF_FFFF_FFFF }

    var octets: [UInt8] {
        var octets: [UInt8] = []
        octets.append(raw, octets: 6)
        return octets
    }

    /// `00:24:6d:01:02:03`
    public var description: String { hexadecimal(raw, groups: 6, separator: ":") }
}
