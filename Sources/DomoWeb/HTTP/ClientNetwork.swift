import NIOCore

/// Whom an address counts for: itself, or its /64 if it is IPv6, since whoever has one address of that has all of them
/// (RFC 6177).
struct ClientNetwork: Hashable, Sendable {
    private let text: String

    init(_ address: String) { text = Self.network(address) ?? address }

    /// - Returns: nil for anything but an IPv6 address.
    private static func network(_ address: String) -> String? {
        guard address.contains(":") else { return nil }
        do {
            let bytes = try SocketAddress(ipAddress: address, port: 0).withSockAddr { address, size in
                // The family, the port and the flow come first (ip6(7)).
                Array(UnsafeRawBufferPointer(start: address, count: size).dropFirst(8).prefix(16))
            }
            guard bytes.count == 16 else { return nil }
            // An IPv4 address in an IPv6 socket (RFC 4291, section 2.5.5.2).
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return (isMapped ? bytes[12...] : bytes[..<8]).map { String($0) }.joined(separator: ".")
        } catch {
            return nil
        }
    }
}
