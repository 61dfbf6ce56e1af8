import DomoKNX
import Glibc

/// A UDP socket on loopback; receiving times out after 10 s.
final class TestDatagrams {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestConnection.SystemFault(call: "socket") }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            defer { close(descriptor) }
            throw TestConnection.SystemFault(call: "connect")
        }
    }

    deinit { close(descriptor) }

    func send(_ frame: IPFrame) throws {
        let octets = frame.encoded
        guard Glibc.send(descriptor, octets, octets.count, Int32(MSG_NOSIGNAL)) == octets.count else {
            throw TestConnection.SystemFault(call: "send")
        }
    }

    func receive() throws -> IPFrame {
        var block = [UInt8](repeating: 0, count: 2048)
        let count = recv(descriptor, &block, block.count, 0)
        guard count > 0 else { throw TestConnection.SystemFault(call: "recv") }
        return try IPFrame(decoding: Array(block.prefix(count)))
    }
}
