/// The names of what is announced, and the topics of the announcements.
struct DiscoveryNames: Equatable, Sendable {
    /// The prefix of domo's topics, with the characters that Home Assistant allows here.
    private let prefix: String
    private let discovery: String

    init(prefix: String, discovery: String) {
        self.prefix = String(prefix.map { Self.isAllowed($0) ? $0 : "_" })
        self.discovery = discovery
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    /// Identifies a device: `domo_abcdefghij234567`.
    func node(_ id: String) -> String { "\(prefix)_\(id)" }

    /// Identifies domo itself, with its scenes.
    var scenes: String { node("scenes") }

    /// In device mode.
    func topic(node: String) -> String { "\(discovery)/device/\(node)/config" }

    /// In component mode. Node and component are one level: with two, Home Assistant would take the announcements of both
    /// modes for the same, and warn of a conflict at the end of each migration.
    func topic(_ platform: Platform, node: String, component: String) -> String {
        "\(discovery)/\(platform.rawValue)/\(node)_\(component)/config"
    }

    /// Identifies an entity: stays when the element is renamed or moved, and in the other mode.
    func uniqueID(_ id: String, _ component: String) -> String { "\(prefix)_\(id)_\(component)" }

    // MARK: Whose is it

    /// Whether an announcement is from a bridge with the same prefix.
    func isOurs(_ topic: String) -> Bool { device(of: topic) != nil }

    /// The device to which an announcement belongs.
    ///
    /// - Returns: nil if it is not ours.
    func device(of topic: String) -> (node: String, platform: Platform?)? {
        guard topic.hasPrefix(discovery + "/") else { return nil }
        let levels = topic.dropFirst(discovery.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[2] == "config", levels[1].hasPrefix(prefix + "_") else { return nil }
        let rest = levels[1].dropFirst(prefix.count + 1)
        guard levels[0] != "device" else {
            return rest == "scenes" || Self.isID(rest) ? (String(levels[1]), nil) : nil
        }
        guard let platform = Platform(rawValue: String(levels[0])),
            let end = rest.firstIndex(of: "_"), rest[..<end] == "scenes" || Self.isID(rest[..<end]),
            rest.index(after: end) < rest.endIndex, rest[end...].allSatisfy(Self.isAllowed)
        else { return nil }
        return ("\(prefix)_\(rest[..<end])", platform)
    }

    /// A stable ID: 16 digits of base 32.
    private static func isID(_ text: Substring) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }
    }
}
