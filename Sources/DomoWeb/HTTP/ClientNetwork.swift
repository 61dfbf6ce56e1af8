import Glibc

/// Whom an address counts for: itself, or its /64 if it is IPv6, since whoever has one address of that has all of them
/// (RFC 6177).
struct ClientNetwork: Hashable, Sendable {
    private let text: String

    init(_ address: String) {
        var octets = in6_addr()
        guard address.contains(":"), inet_pton(AF_INET6, address, &octets) == 1 else {
            text = address
            return
        }
        let bytes = withUnsafeBytes(of: octets) { Array($0) }
        // An IPv4 address in an IPv6 socket (RFC 4291, section 2.5.5.2).
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        text = (isMapped ? bytes[12...] : bytes[..<8]).map { String($0) }.joined(separator: ".")
    }
}
