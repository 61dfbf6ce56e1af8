import DomoModel

/// What a topic on which commands arrive is for.
enum CommandTopic: Equatable, Sendable {
    case order(house: String, element: String, FacetType)
    case lamp(house: String, element: String)
    case scene(String)
    case stopScenes

    /// - Returns: nil for any other topic.
    init?(_ topic: String, topics: Topics) {
        if topic == topics.stopScenes {
            self = .stopScenes
            return
        }
        guard let levels = Self.levels(of: topic, topics: topics), levels.count == 4, levels[3] == "set" else {
            return nil
        }
        if levels[0] == "scenes", levels[1] == "scene" {
            guard let name = TopicLevel.decoded(levels[2]) else { return nil }
            self = .scene(name)
            return
        }
        if levels[2] == Topics.lamp {
            self = .lamp(house: String(levels[0]), element: String(levels[1]))
            return
        }
        guard let type = FacetType(word: String(levels[2])) else { return nil }
        self = .order(house: String(levels[0]), element: String(levels[1]), type)
    }

    /// Whether a topic is one that the bridge may have retained: `PREFIX/HOUSE/ELEMENT/state`.
    static func isOurs(_ topic: String, topics: Topics) -> Bool {
        guard let levels = levels(of: topic, topics: topics), levels.count == 3 else { return false }
        let isKnown =
            ["state", "available", Topics.lamp].contains(String(levels[2])) || FacetType(word: String(levels[2])) != nil
        return isKnown && isID(levels[0]) && isID(levels[1])
    }

    /// Whether a level is written as IDs are: 16 characters of base32.
    static func isID(_ level: some StringProtocol) -> Bool {
        level.utf8.count == 16 && level.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }
    }

    /// The levels after the prefix.
    private static func levels(of topic: String, topics: Topics) -> [Substring]? {
        let start = topics.prefix.utf8.count + 1
        guard topic.hasPrefix("\(topics.prefix)/") else { return nil }
        let rest = topic.utf8.dropFirst(start)
        return Substring(rest).split(separator: "/", omittingEmptySubsequences: false)
    }

    /// For people.
    func text(in mirror: HouseMirror?) -> String {
        switch self {
        case .order(_, let element, _), .lamp(_, let element):
            mirror?.element(withID: element)?.path ?? "element \(element)"
        case .scene(let name): "scene \(name)"
        case .stopScenes: "stop scenes"
        }
    }
}
