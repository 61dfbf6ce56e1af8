import DomoSystem

/// The URL of a KNXnet/IP interface: `knx://HOST[:PORT]` over UDP, `knx+tcp://HOST[:PORT]` over TCP, or
/// `knx+routing://[GROUP][:PORT]` for a multicast group.
public struct InterfaceAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        case udp = "knx"
        case tcp = "knx+tcp"
        case routing = "knx+routing"
    }

    /// Why a text is not such a URL.
    public struct Fault: Error, Hashable, Sendable {
        public var message: String
        public var hint: String
    }

    /// Registered for KNXnet/IP (KNX 03/08/02, 2.2).
    public static let defaultPort: UInt16 = 3671
    /// The group of KNXnet/IP routing (KNX 03/08/05, 2.1).
    public static let defaultGroup = "224.0.23.12"

    public var transport: Transport
    /// A host name or an IPv4 address.
    public var host: String
    public var port: UInt16

    public init(transport: Transport, host: String, port: UInt16 = Self.defaultPort) {
        (self.transport, self.host, self.port) = (transport, host, port)
    }

    /// Whether a URL has one of the KNX schemes.
    public static func isMeant(by url: String) -> Bool { transport(of: url) != nil }

    private static func transport(of url: String) -> (transport: Transport, rest: Substring)? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://"),
            let transport = Transport(rawValue: url[..<colon].lowercased())
        else { return nil }
        return (transport, url[colon...].dropFirst(3))
    }

    public init(_ url: String) throws(Fault) {
        let example = "write knx://HOST:3671, knx+tcp://HOST or knx+routing://"
        guard case (let transport, var rest)? = Self.transport(of: url) else {
            throw Fault(message: "\"\(url)\" is not the URL of a KNX interface", hint: example)
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#@[]\\".utf8.contains($0) }) else {
            throw Fault(message: "\"\(url)\" has more than a host and a port", hint: example)
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else {
            throw Fault(
                message: "\"\(url)\" has no IPv4 address or host name",
                hint: "KNXnet/IP does not support IPv6"
            )
        }
        var port = Self.defaultPort
        if parts.count == 2 {
            guard let number = UInt16(parts[1]), number > 0 else {
                throw Fault(message: "\"\(parts[1])\" is not a port", hint: "write a number from 1 to 65535")
            }
            port = number
        }
        var host = String(parts.first ?? "")
        if transport == .routing {
            if host.isEmpty { host = Self.defaultGroup }
            guard let group = HostAddress.ipv4(host), (224...239).contains(group >> 24) else {
                throw Fault(
                    message: "\"\(host)\" is not a multicast group",
                    hint: "write knx+routing:// for \(Self.defaultGroup), or a group from 224.0.0.0 to 239.255.255.255"
                )
            }
        }
        guard !host.isEmpty else { throw Fault(message: "\"\(url)\" has no host", hint: example) }
        self.init(transport: transport, host: host, port: port)
    }

    public var description: String {
        let port = port == Self.defaultPort ? "" : ":\(port)"
        let host = transport == .routing && host == Self.defaultGroup && self.port == Self.defaultPort ? "" : host
        return "\(transport.rawValue)://\(host)\(port)"
    }
}
