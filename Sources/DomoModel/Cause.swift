/// Who or what caused something: gave an order, started a scene, changed a reading.
public enum Cause: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case user, token, scene, trigger, house, bus, hook
    }

    /// A user of the machine, by name.
    case user(String)
    /// The holder of a token, by the token's name.
    case token(String)
    /// A run of a scene, by the scene's name.
    case scene(String)
    /// A trigger, as written: `at 23:30`, `when FloodingSecurity on`.
    case trigger(String)
    /// The house itself: nobody ordered it through domo.
    case house
    /// Somebody known only by a telegram, such as a wall switch that orders an element of another link: the link,
    /// address and sender, as `bus(link:address:source:)` writes them.
    case bus(String)
    /// An incoming hook, by its name: a program or a device that reported or asked over HTTP.
    case hook(String)

    /// - Parameters:
    ///   - link: the link's key in the configuration.
    ///   - address: the destination of the telegram: `1/2/3`.
    ///   - source: the sender, if known: `1.1.5`.
    public static func bus(link: String, address: String, source: String?) -> Cause {
        .bus("bus \(link) \(address)" + (source.map { " from \($0)" } ?? ""))
    }

    public init(kind: Kind, name: String) {
        self =
            switch kind {
            case .user: .user(name)
            case .token: .token(name)
            case .scene: .scene(name)
            case .trigger: .trigger(name)
            case .house: .house
            case .bus: .bus(name)
            case .hook: .hook(name)
            }
    }

    public var kind: Kind {
        switch self {
        case .user: .user
        case .token: .token
        case .scene: .scene
        case .trigger: .trigger
        case .house: .house
        case .bus: .bus
        case .hook: .hook
        }
    }

    /// The name alone; empty for the house.
    public var name: String {
        switch self {
        case .user(let name), .token(let name), .scene(let name), .trigger(let name), .bus(let name), .hook(let name):
            name
        case .house: ""
        }
    }
}

extension Cause: CustomStringConvertible {
    private static let scenePrefix = "scene "
    private static let houseWord = "house"

    /// As shown to people, and as written beside `by`: `root`, `scene Noche`, `at 23:30`, `house`, `bus knx 1/2/3 from
    /// 1.1.5`.
    public var description: String {
        switch self {
        case .user(let name), .token(let name), .trigger(let name), .bus(let name), .hook(let name): name
        case .scene(let name): Self.scenePrefix + name
        case .house: Self.houseWord
        }
    }

    /// As shown to people where names that others chose must not pass for somebody else: `token phone`.
    public var label: String {
        switch self {
        case .token(let name): "token \(name)"
        case .hook(let name): "hook \(name)"
        case .user, .trigger, .bus, .scene, .house: description
        }
    }

    /// Parses a cause written as `description`, with its kind if known.
    public init(kind: Kind?, written text: String) {
        guard let kind else {
            self.init(written: text)
            return
        }
        let hasPrefix = kind == .scene && text.hasPrefix(Self.scenePrefix)
        self.init(kind: kind, name: hasPrefix ? String(text.dropFirst(Self.scenePrefix.count)) : text)
    }

    /// Parses a cause written without its kind, as versions before 0.2 did: `house`, `scene …`, a trigger's text,
    /// otherwise a user. A user with such a name is mistaken for the other kind.
    public init(written text: String) {
        let triggers = ["at ", "every ", "when "]
        if text == Self.houseWord {
            self = .house
        } else if text.hasPrefix(Self.scenePrefix) {
            self = .scene(String(text.dropFirst(Self.scenePrefix.count)))
        } else if triggers.contains(where: text.hasPrefix) {
            self = .trigger(text)
        } else {
            self = .user(text)
        }
    }
}
