/// The header of all frames of a connection.
///
/// Source: KNX 03/08/04 Tunnelling, 4.4.5.
struct ConnectionHeader {
    var channel: UInt8
    var sequence: UInt8
    var status: UInt8

    init(channel: UInt8, sequence: UInt8, status: UInt8) {
        self.channel = channel
        self.sequence = sequence
        self.status = status
    }

    init(from reader: inout ByteReader) throws(FrameFault) {
        var content = try reader.structure()
        channel = try content.octet()
        sequence = try content.octet()
        status = try content.octet()
    }

    func append(to octets: inout [UInt8]) {
        octets += [4, channel, sequence, status]
    }
}
