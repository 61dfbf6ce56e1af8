/// CONNECTIONSTATE_RESPONSE and DISCONNECT_RESPONSE.
///
/// Source: KNX 03/08/02 Core, 7.8.4, 7.8.6.
public struct ChannelResponse: Hashable, Sendable {
    public var channel: UInt8
    public var status: StatusCode

    public init(channel: UInt8, status: StatusCode = .ok) {
        self.channel = channel
        self.status = status
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        channel = try reader.octet()
        status = StatusCode(rawValue: try reader.octet())
    }

    func append(to octets: inout [UInt8]) {
        octets += [channel, status.rawValue]
    }
}
