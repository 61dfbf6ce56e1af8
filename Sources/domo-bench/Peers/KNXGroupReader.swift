import Glibc

/// The telegrams that knxd sends to a connection to all groups.
struct KNXGroupReader {
    private let socket: Socket
    /// What has arrived and is not read yet; it may end within a packet.
    private var arrived: [UInt8] = []

    init(_ socket: Socket) { self.socket = socket }

    /// - Returns: the group of the next telegram; nil if none arrives in time.
    mutating func next(until limit: Moment) throws(BenchFault) -> UInt16? {
        while true {
            // The length of the packet, `EIB_GROUP_PACKET`, the sender, and the group: two octets each.
            if arrived.count >= 8, arrived.count >= packetLength {
                let group = UInt16(arrived[6]) << 8 | UInt16(arrived[7])
                arrived.removeFirst(packetLength)
                return group
            }
            guard try socket.wait(for: POLLIN, until: limit) else { return nil }
            try receive()
        }
    }

    mutating func discard() throws(BenchFault) {
        while try next(until: .now()) != nil {}
    }

    private var packetLength: Int { 2 + (Int(arrived[0]) << 8 | Int(arrived[1])) }

    private mutating func receive() throws(BenchFault) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(BenchFault) in try socket.read(into: bytes) }
        }
        arrived += buffer.prefix(try result.get())
    }
}
