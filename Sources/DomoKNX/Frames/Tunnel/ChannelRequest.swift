/// CONNECTIONSTATE_REQUEST and DISCONNECT_REQUEST.
///
/// Source: KNX 03/08/02 Core, 7.8.3, 7.8.5.
public struct ChannelRequest: Hashable, Sendable {
    public var channel: UInt8
    /// The endpoint for the answer.
    public var control: HostEndpoint

    public init(channel: UInt8, control: HostEndpoint) {
        self.channel = channel
        self.control = control
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        channel = try reader.octet()
        _ = try reader.octet()
        control = try HostEndpoint(from: &reader)
    }

    func append(to octets: inout [UInt8]) {
        octets += [channel, 0]
        control.append(to: &octets)
    }
}
