/// Who or what caused something: gave an order, started a scene, changed a reading.
public enum Cause: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case user, token, scene, trigger, house
    }

    /// A user of the machine, by name.
    case user(String)
    /// Whoever presented a token, by the token's name.
    case token(String)
    /// A run of a scene, by the scene's name.
    case scene(String)
    /// What starts a scene, as it is written: `at 23:30`, `when FloodingSecurity on`.
    case trigger(String)
    /// The house itself: what nobody ordered through domo.
    case house

    public init(kind: Kind, name: String) {
        self =
            switch kind {
            case .user: .user(name)
            case .token: .token(name)
            case .scene: .scene(name)
            case .trigger: .trigger(name)
            case .house: .house
            }
    }

    public var kind: Kind {
        switch self {
        case .user: .user
        case .token: .token
        case .scene: .scene
        case .trigger: .trigger
        case .house: .house
        }
    }

    /// The name alone; empty for the house.
    public var name: String {
        switch self {
        case .user(let name), .token(let name), .scene(let name), .trigger(let name): name
        case .house: ""
        }
    }
}

extension Cause: CustomStringConvertible {
    private static let scenePrefix = "scene "
    private static let houseWord = "house"

    /// As people read it, and as it is written beside `by`: `root`, `scene Noche`, `at 23:30`, `house`.
    public var description: String {
        switch self {
        case .user(let name), .token(let name), .trigger(let name): name
        case .scene(let name): Self.scenePrefix + name
        case .house: Self.houseWord
        }
    }

    /// Reads a cause that was written as `description`, with its kind where that is known.
    public init(kind: Kind?, written text: String) {
        guard let kind else {
            self.init(written: text)
            return
        }
        let hasPrefix = kind == .scene && text.hasPrefix(Self.scenePrefix)
        self.init(kind: kind, name: hasPrefix ? String(text.dropFirst(Self.scenePrefix.count)) : text)
    }

    /// Reads a cause that was written without its kind, as versions before 0.2 did: `house`, `scene …`, a trigger's text,
    /// else a user. A user of such a name is taken for what the name says.
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
