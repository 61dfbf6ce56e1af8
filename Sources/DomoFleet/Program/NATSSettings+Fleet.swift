public import DomoBridge
public import DomoNATS

extension NATSSettings {
    /// How a program of the fleet connects.
    ///
    /// - Parameters:
    ///   - servers: `tls://HOST:PORT`
    ///   - authority: the file with the certificate of the servers' authority; nil for those that the machine trusts.
    ///   - inbox: of this run alone.
    /// - Throws: what is wrong with them, for people.
    public init(servers: [String], authority: String?, seed: Secret, inbox: String, name: String) throws {
        let addresses = try servers.map { try NATSAddress($0) }
        let needsTLS = addresses.contains(where: \.isTLS)
        self.init(
            servers: addresses,
            tls: needsTLS ? try NATSTLS(caFile: authority) : nil,
            credentials: .key(try NKeySeed(seed.value)),
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
