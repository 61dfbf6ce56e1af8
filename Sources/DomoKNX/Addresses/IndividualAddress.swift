/// A device on the bus: area, line and device, written `1.1.5`. 15.15.255 is that of a device without one; 0.0.0 is
/// filled in by the interface that sends a frame.
///
/// Source: KNX 03/05/01 Resources, individual addresses.
public struct IndividualAddress: Hashable, Sendable {
    public let raw: UInt16

    public init(raw: UInt16) { self.raw = raw }
}
