/// ROUTING_BUSY: a router asks all senders to pause.
///
/// Source: KNX 03/08/05 Routing, 5.4.
public struct RoutingBusy: Hashable, Sendable {
    /// Bit 0: the router has no connection to the bus.
    public var deviceState: UInt8
    /// Milliseconds.
    public var wait: UInt16
    /// 0: all senders wait.
    public var control: UInt16

    public init(deviceState: UInt8 = 0, wait: UInt16, control: UInt16 = 0) {
        self.deviceState = deviceState
        self.wait = wait
        self.control = control
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        deviceState = try content.octet()
        wait = try content.word()
        control = try content.word()
    }

    func append(to octets: inout [UInt8]) {
        octets += [6, deviceState]
        octets.append(word: wait)
        octets.append(word: control)
    }
}
