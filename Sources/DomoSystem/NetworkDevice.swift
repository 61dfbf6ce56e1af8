import CLinux
import Glibc

/// An IPv4 address of a network interface of this machine. An interface with several addresses is listed several times.
public struct NetworkDevice: Hashable, Sendable {
    /// `eth0`
    public var name: String
    public var address: UInt32
    public var isUp: Bool
    public var hasMulticast: Bool
    public var isLoopback: Bool

    public init(
        name: String,
        address: UInt32,
        isUp: Bool = true,
        hasMulticast: Bool = true,
        isLoopback: Bool = false
    ) {
        self.name = name
        self.address = address
        self.isUp = isUp
        self.hasMulticast = hasMulticast
        self.isLoopback = isLoopback
    }

    /// Why nothing can leave through a device now; nil if it can. The kernel takes multicast for a device that is down,
    /// and drops it.
    public static func fault(of name: String) -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let flags = domo_interface_flags(descriptor, name)
        if flags < 0 { return "there is no network interface \"\(name)\" any more" }
        if UInt32(flags) & UInt32(IFF_UP) == 0 { return "the network interface \(name) is down" }
        return UInt32(flags) & UInt32(IFF_RUNNING) == 0
            ? "the network interface \(name) has no connection" : nil
    }

    /// All devices, in the order of the system.
    public static func all() throws(HostAddress.Fault) -> [NetworkDevice] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { throw HostAddress.Fault(message: String(cString: strerror(errno))) }
        defer { freeifaddrs(list) }
        var devices: [NetworkDevice] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
            let host = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
            }
            devices.append(
                NetworkDevice(
                    name: String(cString: entry.ifa_name),
                    address: host,
                    isUp: entry.ifa_flags & UInt32(IFF_UP) != 0,
                    hasMulticast: entry.ifa_flags & UInt32(IFF_MULTICAST) != 0,
                    isLoopback: entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0
                )
            )
        }
        return devices
    }
}
