/// Where and as whom a client connects.
public struct NATSSettings: Sendable {
    /// The first attempt goes to a random one, the next attempt to the one after it. Addresses that servers announce are
    /// not used.
    public var servers: [NATSAddress]
    /// Needed for `tls://`.
    public var tls: NATSTLS?
    public var credentials: NATSCredentials
    /// Replies come to this subject and one more random token. It may have the wildcard `*`, if each request names its own
    /// inbox that matches.
    ///
    /// It must not be shared with other users: they would read the replies.
    public var inbox: String
    /// For the server's administrator.
    public var name: String
    public var limits = NATSLimits()
    public var pace = NATSPace()

    public init(
        servers: [NATSAddress],
        tls: NATSTLS? = nil,
        credentials: NATSCredentials,
        inbox: String,
        name: String
    ) {
        (self.servers, self.tls, self.credentials) = (servers, tls, credentials)
        (self.inbox, self.name) = (inbox, name)
    }

    /// - Returns: why they can't be used; nil if they can be.
    public var problem: String? {
        guard !servers.isEmpty else { return "no NATS server is given" }
        guard servers.count <= 64 else { return "at most 64 NATS servers can be given, not \(servers.count)" }
        if tls == nil, let server = servers.first(where: \.isTLS) {
            return "\(server) needs the certificates that are trusted"
        }
        guard name.utf8.count <= 256, name.utf8.allSatisfy({ $0 >= 0x20 }) else {
            return "the name of the client is not a line of at most 256 octets"
        }
        if let problem = NATSSubject.problem(inPattern: inbox) { return problem }
        guard !inbox.hasSuffix(">") else { return "the inbox \(inbox) can't end with >" }
        return nil
    }
}
