/// The destination of group telegrams: 16 bits, written in three levels (`1/2/3`), in two (`1/515`) or free (`2563`).
/// 0 is the broadcast address, not a group.
///
/// Source: KNX 03/05/01 Resources, group addresses; the levels are a convention of ETS.
public struct GroupAddress: Hashable, Sendable {
    public let raw: UInt16

    public init(raw: UInt16) { self.raw = raw }

    /// The number of levels in which addresses are written. An installation uses only one style.
    public enum Style: Sendable, Hashable, CaseIterable {
        case free, two, three
    }
}
