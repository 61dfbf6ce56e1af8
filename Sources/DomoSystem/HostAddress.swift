import Glibc

/// IPv4 addresses of hosts.
public enum HostAddress {
    public struct Fault: Error, Sendable {
        public var message: String

        public init(message: String) { self.message = message }
    }

    /// Resolves a host name. Blocks for as long as the resolver takes.
    public static func resolve(_ host: String) throws(Fault) -> UInt32 {
        if let address = ipv4(host) { return address }
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0, let address = list?.pointee.ai_addr else {
            throw Fault(message: "\(host): \(String(cString: gai_strerror(status)))")
        }
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
        }
    }

    /// Parses an address like `192.168.1.10`; nil for a name.
    public static func ipv4(_ text: String) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { UInt8($0) }
        guard parts.count == 4, octets.count == 4 else { return nil }
        return octets.reduce(0) { $0 << 8 | UInt32($1) }
    }

    public static func text(_ address: UInt32) -> String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
    }

    /// The local address that packets to a host have. Nothing is sent.
    public static func local(toward host: UInt32, port: UInt16) throws(Fault) -> UInt32 {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Fault(message: String(cString: strerror(errno))) }
        defer { Glibc.close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard connected == 0 else { throw Fault(message: String(cString: strerror(errno))) }
        var own = sockaddr_in()
        var ownLength = length
        let named = withUnsafeMutablePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &ownLength) }
        }
        guard named == 0 else { throw Fault(message: String(cString: strerror(errno))) }
        return UInt32(bigEndian: own.sin_addr.s_addr)
    }
}
