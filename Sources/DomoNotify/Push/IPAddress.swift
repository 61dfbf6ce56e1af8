import Glibc

/// An IPv4 or IPv6 address, and whether it is one of the public Internet.
struct IPAddress: Equatable, Sendable {
    /// 4 or 16, in network order.
    let octets: [UInt8]

    var isV6: Bool { octets.count == 16 }

    /// - Returns: nil unless there are 4 or 16 octets.
    init?(octets: [UInt8]) {
        guard octets.count == 4 || octets.count == 16 else { return nil }
        self.octets = octets
    }

    /// Parses the text of an address; nil for a name.
    init?(_ text: some StringProtocol) {
        let text = String(text)
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            octets = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            octets = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The address of a socket; nil for other families.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            octets = UnsafeRawPointer(address).withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            octets = UnsafeRawPointer(address).withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    var isLoopback: Bool {
        if let mapped { return mapped.isLoopback }
        return isV6 ? octets == [UInt8](repeating: 0, count: 15) + [1] : octets[0] == 127
    }

    /// The only IPv6 addresses that are given to networks of the Internet (RFC 4291, section 2.4; IANA's registry): all
    /// others lead somewhere else or nowhere, whatever is put into them.
    private static let unicast = 0x20...0x3F as ClosedRange<UInt8>

    /// Address blocks of these that are not of the public Internet, and those of IPv4: IANA's registries of special-purpose
    /// addresses (RFC 6890), and multicast. 2001::/23 has Teredo (RFC 4380).
    private static let special: [(network: IPAddress, length: Int)] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "3fff::/20",
    ].compactMap { text in
        let parts = text.split(separator: "/")
        guard let network = IPAddress(parts[0]), let length = Int(parts[1]) else { return nil }
        return (network, length)
    }

    /// The IPv4 address of a mapped IPv6 address (RFC 4291, section 2.5.5.2), with which the system connects over IPv4.
    private var mapped: IPAddress? {
        guard isV6, octets[..<10].allSatisfy({ $0 == 0 }), octets[10] == 0xFF, octets[11] == 0xFF else { return nil }
        return IPAddress(octets: Array(octets[12...]))
    }

    /// Whether it is one of 64:ff9b::/96 (RFC 6052).
    private var isTranslatable: Bool {
        isV6 && octets.starts(with: [0, 0x64, 0xFF, 0x9B]) && octets[4..<12].allSatisfy { $0 == 0 }
    }

    /// The IPv4 address that a translator (RFC 6052) or a router of 6to4 (RFC 3056) or ISATAP (RFC 5214) sends to.
    private var translated: IPAddress? {
        guard isV6 else { return nil }
        if isTranslatable { return IPAddress(octets: Array(octets[12...])) }
        if octets[0] == 0x20, octets[1] == 0x02 { return IPAddress(octets: Array(octets[2..<6])) }
        if octets[8] & 0xFD == 0, octets[9] == 0, octets[10] == 0x5E, octets[11] == 0xFE {
            return IPAddress(octets: Array(octets[12...]))
        }
        return nil
    }

    /// Whether it belongs to the public Internet, and not to this machine, this network, or nobody.
    var isPublic: Bool {
        if let inner = mapped ?? translated, !inner.isPublic { return false }
        if mapped != nil || isTranslatable { return true }
        guard !isV6 || Self.unicast.contains(octets[0]) else { return false }
        return !Self.special.contains { block in
            block.network.octets.count == octets.count && Self.agree(octets, block.network.octets, block.length)
        }
    }

    private static func agree(_ one: [UInt8], _ other: [UInt8], _ bits: Int) -> Bool {
        let whole = bits / 8
        guard one.prefix(whole).elementsEqual(other.prefix(whole)) else { return false }
        let mask = bits % 8 == 0 ? 0 : UInt8(truncatingIfNeeded: 0xFF << (8 - bits % 8))
        return mask == 0 || one[whole] & mask == other[whole] & mask
    }
}
