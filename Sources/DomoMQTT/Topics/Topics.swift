import DomoModel

/// The names of topics.
///
/// An ID has neither spaces nor characters with a meaning in topics; names of people are not in topics, except those of
/// scenes, which are written with `%`.
struct Topics: Equatable, Sendable {
    /// The first level or levels: `domo`.
    let prefix: String
    /// The prefix of discovery: `homeassistant`.
    let discovery: String?

    /// `online` or `offline`: whether the bridge is connected to the broker.
    var bridge: String { "\(prefix)/bridge" }
    /// `online` or `offline`: whether the bridge is connected to domod.
    var daemon: String { "\(prefix)/domod" }
    /// What became of commands since the bridge was started.
    var counts: String { "\(prefix)/commands" }
    /// Where the bridge waits for its own message, which comes after all retained ones.
    var marker: String { "\(prefix)/marker" }

    private func base(_ element: MirrorElement) -> String { "\(prefix)/\(element.house)/\(element.id)" }

    /// All that is known of an element, in JSON.
    func state(_ element: MirrorElement) -> String { "\(base(element))/state" }
    /// `online` or `offline`: whether the element's link is reachable.
    func availability(_ element: MirrorElement) -> String { "\(base(element))/available" }
    /// The value of a facet alone.
    func value(_ element: MirrorElement, _ type: FacetType) -> String { "\(base(element))/\(type.word)" }
    func command(_ element: MirrorElement, _ type: FacetType) -> String { "\(value(element, type))/set" }
    /// What is known of a lamp with a level or a colour, as Home Assistant reads it.
    func lamp(_ element: MirrorElement) -> String { "\(base(element))/\(Self.lamp)" }
    func lampCommand(_ element: MirrorElement) -> String { "\(lamp(element))/set" }
    static let lamp = "light"
    func event(_ kind: String, house: String) -> String { "\(prefix)/\(house)/event/\(kind)" }
    func scene(_ name: String) -> String { "\(prefix)/scenes/scene/\(TopicLevel.encoded(name))/set" }
    var stopScenes: String { "\(prefix)/scenes/stop" }

    // MARK: What is subscribed

    /// Never overlaps the filters of `retained`: a broker may send a message once for each filter.
    var commandFilters: [String] { ["\(prefix)/+/+/+/set", stopScenes] }
    /// Whatever of ours the broker may have retained.
    var retainedFilters: [String] {
        ["\(prefix)/+/+/+", marker]
            + (discovery.map { ["\($0)/+/+/config"] } ?? [])
    }
    /// Home Assistant reports there that it has started.
    var birth: String? { discovery.map { "\($0)/status" } }
}

/// A level of a topic.
enum TopicLevel {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The name with `%XX` for `/`, `+`, `#`, `%` and control characters.
    static func encoded(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case ..<0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Returns: nil if the level was not written by `encoded`.
    static func decoded(_ level: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = level.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        digits.firstIndex(of: digit).map { UInt8($0) }
    }
}
