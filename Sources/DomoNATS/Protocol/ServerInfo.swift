import DomoJSON

/// What a server says about itself: the operation INFO.
public struct ServerInfo: Equatable, Sendable {
    public var name: String
    /// As the server wrote it.
    public var version: String
    /// The maximum size of a message with its headers, in octets.
    public var maxPayload: Int
    /// What the client must sign to log in.
    public var nonce: String?
    public var requiresTLS: Bool
    public var hasHeaders: Bool
    /// Whether it is about to stop: clients should use another one.
    public var isLameDuck: Bool
    public var hasJetStream: Bool

    /// The maximum length of a text that is kept, in octets.
    private static let maxText = 256

    /// Returns nil if the bytes are not a JSON object with a version.
    init?(json: [UInt8]) {
        // The list of the cluster's addresses is the only thing that can be long.
        guard let document = JSONDocument(json, maxDepth: 8, maxMemory: 2 << 20) else { return nil }
        let root = document.root
        guard root.isObject, let version = Self.text(root, "version") else { return nil }
        self.version = version
        name = Self.text(root, "server_name") ?? Self.text(root, "server_id") ?? ""
        maxPayload = max(0, root["max_payload"]?.integer() ?? 1 << 20)
        nonce = Self.text(root, "nonce")
        requiresTLS = root["tls_required"]?.bool ?? false
        hasHeaders = root["headers"]?.bool ?? false
        isLameDuck = root["ldm"]?.bool ?? false
        hasJetStream = root["jetstream"]?.bool ?? false
    }

    /// Texts of servers are shown to people and written to logs.
    private static func text(_ object: JSONValue, _ key: String) -> String? {
        guard let text = object[key]?.string, text.utf8.count <= maxText,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        else { return nil }
        return text
    }
}
