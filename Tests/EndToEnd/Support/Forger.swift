import DomoTestKit
import Foundation
import Glibc

/// An attacker with a UDP socket and no rights: another host of the network, or a local user.
final class Forger {
    let port: Int
    private let descriptor: Int32

    /// - Parameter host: The address to send from: `127.0.0.2`.
    init(_ host: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw KitFault(description: "no socket: \(String(cString: strerror(errno)))") }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let own = descriptor
        guard Self.withAddress(inet_addr(host), 0, { bind(own, $0, $1) }) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw KitFault(description: "can't bind to \(host): \(reason)")
        }
        port = try Loopback.port(of: descriptor)
    }

    deinit { close(descriptor) }

    private static func withAddress<Value>(
        _ host: in_addr_t,
        _ port: Int,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = host
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    func send(_ octets: [UInt8], to port: Int, at host: String = "127.0.0.1") throws {
        let count = Self.withAddress(inet_addr(host), port) { sendto(descriptor, octets, octets.count, 0, $0, $1) }
        guard count == octets.count else {
            throw KitFault(description: "not sent to \(host):\(port): \(String(cString: strerror(errno)))")
        }
    }

    /// The next datagram, and the port it came from; nil if none has arrived.
    func receive(waits: Bool = false) -> (octets: [UInt8], port: Int)? {
        var buffer = [UInt8](repeating: 0, count: 2048)
        var sender = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &sender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                recvfrom(descriptor, &buffer, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT), pointer, &length)
            }
        }
        return count < 0 ? nil : (Array(buffer[..<count]), Int(in_port_t(bigEndian: sender.sin_port)))
    }

    /// The ports of the UDP sockets of a process, as everybody reads them in /proc/net/udp. (Which socket is whose, a local
    /// user finds out by trying.)
    static func ports(of process: pid_t) throws -> [Int] {
        let folder = "/proc/\(process)/fd"
        let sockets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name -> String? in
            // Descriptors may be closed meanwhile.
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            guard let target, target.hasPrefix("socket:[") else { return nil }
            return String(target.dropFirst(8).dropLast())
        }
        let table = try String(contentsOfFile: "/proc/\(process)/net/udp", encoding: .utf8)
        return table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, sockets.contains(String(words[9])) else { return nil }
            return words[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
        }
    }

    // MARK: - Frames

    private static func frame(_ service: UInt16, _ body: [UInt8]) -> [UInt8] {
        let length = UInt16(6 + body.count)
        return [6, 0x10, UInt8(service >> 8), UInt8(service & 255), UInt8(length >> 8), UInt8(length & 255)] + body
    }

    /// An HPAI on loopback, or 0.0.0.0:0.
    private static func endpoint(_ host: [UInt8] = [0, 0, 0, 0], _ port: Int = 0) -> [UInt8] {
        [8, 1] + host + [UInt8(port >> 8), UInt8(port & 255)]
    }

    /// L_Data of 1.1.5: a write of one bit to a group address.
    private static func telegram(_ code: UInt8, _ group: UInt16, _ bit: UInt8) -> [UInt8] {
        [code, 0, 0xBC, 0xE0, 0x11, 0x05, UInt8(group >> 8), UInt8(group & 255), 1, 0, 0x80 | bit]
    }

    /// To a client: a telegram on the bus.
    static func indication(_ channel: UInt8, _ sequence: UInt8, _ group: UInt16, _ bit: UInt8) -> [UInt8] {
        frame(0x0420, [4, channel, sequence, 0] + telegram(0x29, group, bit))
    }

    /// To an interface: a telegram to send.
    static func request(_ channel: UInt8, _ sequence: UInt8, _ group: UInt16, _ bit: UInt8) -> [UInt8] {
        frame(0x0420, [4, channel, sequence, 0] + telegram(0x11, group, bit))
    }

    static func routingIndication(_ group: UInt16, _ bit: UInt8) -> [UInt8] {
        frame(0x0530, telegram(0x29, group, bit))
    }

    static func disconnect(_ channel: UInt8) -> [UInt8] { frame(0x0209, [channel, 0] + endpoint()) }

    /// - Parameter data: The last octet of the host for telegrams, 127.0.0.x, and its port.
    static func connected(_ channel: UInt8, data: (host: UInt8, port: Int)) -> [UInt8] {
        frame(0x0206, [channel, 0] + endpoint([127, 0, 0, data.host], data.port) + [4, 4, 0x11, 0xFA])
    }

    /// An interface without features.
    static let description = frame(0x0204, [6, 2, 2, 1, 4, 1])

    static func isConnectRequest(_ octets: [UInt8]) -> Bool { octets.count > 4 && octets[2...3] == [2, 5] }
}
