/// What group telegrams are sent to: 16 bits, written in three levels (`1/2/3`), in two (`1/515`) or free (`2563`).
/// 0 is the broadcast address, and no group.
///
/// Source: KNX 03/05/01 Resources, group addresses; the levels are a convention of ETS.
public struct GroupAddress: Hashable, Sendable {
    public let raw: UInt16

    public init(raw: UInt16) { self.raw = raw }

    /// How many levels an address is written in. An installation uses one style throughout.
    public enum Style: Sendable, Hashable, CaseIterable {
        case free, two, three
    }
}
