import Glibc

/// A UDP socket to a loopback port.
final class DatagramSocket {
    static let loopback: UInt32 = 0x7F00_0001

    let port: UInt16
    private let socket: Socket
    private var buffer = [UInt8](repeating: 0, count: 2048)

    init(port: UInt16) throws(BenchFault) {
        self.port = port
        socket = try Socket.datagrams(to: port)
    }

    /// Its own port.
    func ownPort() throws(BenchFault) -> UInt16 { try socket.ownPort() }

    func send(_ octets: [UInt8]) throws(BenchFault) { try socket.write(octets) }

    /// - Returns: nil if none arrived in time.
    func receive(milliseconds: Int32) throws(BenchFault) -> [UInt8]? {
        guard try socket.wait(for: POLLIN, until: Moment.now().after(seconds: Double(milliseconds) / 1000)) else {
            return nil
        }
        let result = buffer.withUnsafeMutableBytes { bytes in
            Result { () throws(BenchFault) in try socket.read(into: bytes) }
        }
        let count = try result.get()
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
