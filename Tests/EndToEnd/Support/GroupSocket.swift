import DomoTestKit
import Foundation
import Glibc
import Testing

/// A member of the KNXnet/IP multicast group that records each datagram with the time of its arrival in the kernel, so
/// that delayed threads don't matter.
final class GroupSocket {
    struct Seen {
        var octets: [UInt8]
        /// Seconds.
        var time: Double
    }

    private static let group = "224.0.23.12"
    private static let port: UInt16 = 3671
    /// `SIOCGSTAMP`: when the last datagram arrived.
    private static let stampOfLast: UInt = 0x8906

    private let descriptor: Int32

    /// A program that takes unicast datagrams to the port on this machine, as a KNXnet/IP server does.
    static func server() throws -> GroupSocket { try GroupSocket(host: "0.0.0.0") }

    /// - Parameter address: the address of the network interface of the group.
    convenience init(address: String) throws {
        try self.init(host: Self.group)
        var membership = ip_mreq()
        membership.imr_multiaddr.s_addr = inet_addr(Self.group)
        membership.imr_interface.s_addr = inet_addr(address)
        try check(
            setsockopt(
                descriptor,
                Int32(IPPROTO_IP),
                IP_ADD_MEMBERSHIP,
                &membership,
                socklen_t(MemoryLayout<ip_mreq>.size)
            )
        )
        // The first call makes the kernel record times; there is none yet.
        var time = timeval()
        _ = ioctl(descriptor, Self.stampOfLast, &time)
    }

    private init(host: String) throws {
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("no socket") }
        var yes: Int32 = 1
        for option in [SO_REUSEADDR, SO_REUSEPORT] {
            try check(setsockopt(descriptor, SOL_SOCKET, option, &yes, socklen_t(MemoryLayout<Int32>.size)))
        }
        try check(Self.withAddress(host) { bind(descriptor, $0, $1) })
    }

    deinit { close(descriptor) }

    private static func failure(_ what: String) -> KitFault {
        KitFault(description: "\(what): \(String(cString: strerror(errno)))")
    }

    private func check(_ status: Int32) throws {
        if status != 0 { throw Self.failure("a multicast socket can't be had") }
    }

    private static func withAddress<Value>(
        _ host: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Sends from a port of its own.
    static func send(_ octets: [UInt8], to host: String) throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        let count = withAddress(host) { sendto(descriptor, octets, octets.count, 0, $0, $1) }
        guard count == octets.count else { throw failure("nothing sent to \(host)") }
    }

    func send(_ octets: [UInt8]) throws {
        let count = Self.withAddress(Self.group) { sendto(descriptor, octets, octets.count, 0, $0, $1) }
        guard count == octets.count else { throw Self.failure("nothing sent to the group") }
    }

    /// The datagrams that arrive until `isEnough`.
    func receive(within seconds: Double = 60, until isEnough: ([Seen]) -> Bool) throws -> [Seen] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var seen: [Seen] = []
        var buffer = [UInt8](repeating: 0, count: 2048)
        while !isEnough(seen) {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline.timeIntervalSinceNow
            guard left > 0, poll(&poller, 1, Int32(left * 1000) + 1) > 0 else {
                throw KitFault(description: "only \(seen.map(\.octets)) came to the group in \(seconds) s")
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Self.failure("nothing read from the group") }
            var time = timeval()
            guard ioctl(descriptor, Self.stampOfLast, &time) == 0 else { throw Self.failure("no time of a datagram") }
            seen.append(
                Seen(octets: Array(buffer[..<count]), time: Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000)
            )
        }
        return seen
    }
}

extension [GroupSocket.Seen] {
    /// Telegrams that write to a group address: routing indications of L_Data.ind frames.
    func writes(to main: UInt8, _ middle: UInt8) -> [GroupSocket.Seen] {
        filter { seen in
            let octets = seen.octets
            // Header 6; message code, additional information 0, two control fields, source 2, destination 2, length,
            // APDU.
            return octets.count >= 17 && octets[2...3] == [0x05, 0x30] && octets[12] == main << 3 | middle
                && octets[16] & 0xC0 == 0x80
        }
    }
}
