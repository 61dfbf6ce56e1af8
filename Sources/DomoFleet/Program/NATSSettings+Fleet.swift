public import DomoBridge
public import DomoNATS

extension NATSSettings {
    /// How a program of the fleet connects. The tokens of orders go through NATS, so only a server on the same machine is
    /// used without TLS.
    ///
    /// - Parameters:
    ///   - servers: `tls://HOST:PORT`
    ///   - authority: the file with the certificate of the servers' authority; nil for those that the machine trusts.
    ///   - jwt: that of the seed's key; nil if the servers have the key in their configuration.
    ///   - inbox: of this run alone.
    /// - Throws: what is wrong with them, for people.
    public init(
        servers: [String],
        authority: String?,
        seed: Secret,
        jwt: NATSJWT? = nil,
        inbox: String,
        name: String
    ) throws {
        let addresses = try servers.map { try NATSAddress($0) }
        let local = ["127.0.0.1", "localhost", "::1"]
        if let plain = addresses.first(where: { !$0.isTLS && !local.contains($0.host) }) {
            throw HouseFault(
                "nats://\(plain.host):\(plain.port) is not encrypted: use tls://\(plain.host):\(plain.port)"
            )
        }
        let needsTLS = addresses.contains(where: \.isTLS)
        let key = try NKeySeed(seed.value)
        self.init(
            servers: addresses,
            tls: needsTLS ? try NATSTLS(caFile: authority) : nil,
            credentials: jwt.map { .token($0, key) } ?? .key(key),
            inbox: inbox,
            name: name
        )
    }

    /// The part of an inbox that can't be guessed.
    public static func inboxSecret() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }
}
