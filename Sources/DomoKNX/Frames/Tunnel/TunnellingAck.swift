/// TUNNELLING_ACK.
///
/// Source: KNX 03/08/04 Tunnelling, 4.4.7.
public struct TunnellingAck: Hashable, Sendable {
    public var channel: UInt8
    public var sequence: UInt8
    public var status: StatusCode

    public init(channel: UInt8, sequence: UInt8, status: StatusCode = .ok) {
        self.channel = channel
        self.sequence = sequence
        self.status = status
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        let header = try ConnectionHeader(from: &reader)
        channel = header.channel
        sequence = header.sequence
        status = StatusCode(rawValue: header.status)
    }

    func append(to octets: inout [UInt8]) {
        ConnectionHeader(channel: channel, sequence: sequence, status: status.rawValue).append(to: &octets)
    }
}
