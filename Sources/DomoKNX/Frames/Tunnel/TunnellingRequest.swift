/// TUNNELLING_REQUEST: a cEMI message in a tunnel.
///
/// Source: KNX 03/08/04 Tunnelling, 4.4.6.
public struct TunnellingRequest: Hashable, Sendable {
    public var channel: UInt8
    public var sequence: UInt8
    /// Not decoded here: a message from the server is acknowledged even if it is invalid.
    public var message: [UInt8]

    public init(channel: UInt8, sequence: UInt8, message: [UInt8]) {
        self.channel = channel
        self.sequence = sequence
        self.message = message
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        let header = try ConnectionHeader(from: &reader)
        channel = header.channel
        sequence = header.sequence
        message = reader.all()
    }

    func append(to octets: inout [UInt8]) {
        ConnectionHeader(channel: channel, sequence: sequence, status: 0).append(to: &octets)
        octets += message
    }
}
