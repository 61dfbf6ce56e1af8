import DomoLanguage

/// What a user may do. There are only lists of what is allowed: advisories 2026-17 and 2026-18 of NATS concern lists of
/// what is denied.
public struct UserRights: Equatable, Sendable {
    public var publish: [String]
    public var subscribe: [String]
    /// Nil for no limit.
    public var maxSubscriptions: Int?
    /// Octets; nil for the server's limit.
    public var maxPayload: Int?

    public init(publish: [String], subscribe: [String], maxSubscriptions: Int? = nil, maxPayload: Int? = nil) {
        (self.publish, self.subscribe) = (publish, subscribe)
        (self.maxSubscriptions, self.maxPayload) = (maxSubscriptions, maxPayload)
    }

    func write(to json: inout JSONWriter) {
        for (name, subjects) in [("pub", publish), ("sub", subscribe)] {
            json.key(word: name)
            json.object { json in
                json.key("allow")
                json.array(subjects) { $0.string($1) }
            }
        }
        let limits: [(String, Int?)] = [("subs", maxSubscriptions), ("data", nil), ("payload", maxPayload)]
        for (name, limit) in limits {
            json.key(word: name)
            json.number(limit ?? -1)
        }
        // No WebSocket, MQTT or leaf node: several advisories of 2026 concern them.
        json.key("allowed_connection_types")
        json.array(["STANDARD"]) { $0.string($1) }
    }
}
