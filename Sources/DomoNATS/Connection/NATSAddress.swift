/// The address of a NATS server.
public struct NATSAddress: Hashable, Sendable, CustomStringConvertible {
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public var description: String
    }

    /// A name, or an IP address without brackets.
    public var host: String
    public var port: Int
    public var isTLS: Bool

    public init(host: String, port: Int = 4222, isTLS: Bool = true) {
        (self.host, self.port, self.isTLS) = (host, port, isTLS)
    }

    /// Reads `tls://HOST:PORT` or `nats://HOST:PORT`; the port is 4222 if there is none.
    public init(_ text: String) throws(Fault) {
        let isTLS = text.hasPrefix("tls://")
        guard isTLS || text.hasPrefix("nats://") else { throw Self.fault(text, "use tls://HOST:PORT") }
        var rest = text.dropFirst(isTLS ? 6 : 7)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var host = rest
        var port: Substring = "4222"
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { throw Self.fault(text, "expected ] after the address") }
            host = rest[rest.index(after: rest.startIndex)..<end]
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else { throw Self.fault(text, "expected :PORT after ]") }
            if !after.isEmpty { port = after.dropFirst() }
        } else if let colon = rest.firstIndex(of: ":") {
            (host, port) = (rest[..<colon], rest[rest.index(after: colon)...])
        }
        let isIPv6 = rest.hasPrefix("[")
        let isHost =
            (1...253).contains(host.utf8.count)
            && host.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                case UInt8(ascii: ":"): isIPv6
                default: false
                }
            }
        guard isHost else { throw Self.fault(text, "invalid host; use tls://HOST:PORT") }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
            (1...65_535).contains(number)
        else { throw Self.fault(text, "invalid port \"\(port)\"; use 1 to 65535") }
        self.init(host: String(host), port: number, isTLS: isTLS)
    }

    private static func fault(_ text: String, _ why: String) -> Fault {
        Fault(description: "invalid address \(text.prefix(300).debugDescription): \(why)")
    }

    public var description: String {
        "\(isTLS ? "tls" : "nats")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
