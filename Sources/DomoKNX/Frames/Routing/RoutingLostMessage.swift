/// ROUTING_LOST_MESSAGE: a router could not forward all frames that it received over IP.
///
/// Source: KNX 03/08/05 Routing, 5.3.
public struct RoutingLostMessage: Hashable, Sendable {
    /// Bit 0: the router has no connection to the bus.
    public var deviceState: UInt8
    /// The number of frames lost since the router started or last reported a loss.
    public var count: UInt16

    public init(deviceState: UInt8 = 0, count: UInt16) {
        self.deviceState = deviceState
        self.count = count
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        deviceState = try content.octet()
        count = try content.word()
    }

    func append(to octets: inout [UInt8]) {
        octets += [4, deviceState]
        octets.append(word: count)
    }
}
