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
