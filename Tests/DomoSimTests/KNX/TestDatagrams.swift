import DomoKNX
import DomoTestKit
import Glibc

/// A UDP socket on loopback; receiving times out after 60 s.
final class TestDatagrams {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestConnection.SystemFault(call: "socket") }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard Loopback.withAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
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
