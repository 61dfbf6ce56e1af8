/// The address of a device on the bus: area, line and device, written `1.1.5`. 15.15.255 is the address of a device
/// without an assigned one; an interface replaces 0.0.0 in a frame with its own address.
///
/// Source: KNX 03/05/01 Resources, individual addresses.
public struct IndividualAddress: Hashable, Sendable {
    public let raw: UInt16

    public init(raw: UInt16) { self.raw = raw }
}
