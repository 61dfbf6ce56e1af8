import DomoModel

/// A command of `token`. A front end uses a token to act for its user.
public enum TokenStep: Equatable, Sendable {
    case new(NewToken)
    case list
    case revoke(name: String, Revocation)
    /// Gives a token the right to orders for doors, or takes it away.
    case doors(name: String, Bool)

    /// What a revocation does with the tokens that the token has made.
    public enum Revocation: Sendable {
        /// Refused if there are any, with their names.
        case ask
        /// They end with it: `--yes`.
        case tree
        /// They stay, as if its creator had made them, with the rights that they had: `--alone`.
        case alone
    }
}

/// The properties of a token to be created.
public struct NewToken: Equatable, Sendable {
    /// The device or program that uses it: `Anna's phone`.
    public var name: String
    /// Nil for the role of the user who creates it, at most `act`.
    public var role: Role?
    /// Paths of houses, sectors and elements; empty for all that its creator may see.
    public var places: [String]
    /// Nil if it does not expire.
    public var lifetime: Duration?
    /// Whether it may make tokens although its role is below `manage`.
    public var mayCreateTokens = false
    /// Whether it may give orders for locks, gates, garages and doors. A token with the role `manage` always may.
    public var opensDoors = false
    /// Returns a single-use code instead of the token, to be exchanged for it within `codeLifetime`.
    public var isCode: Bool

    public static let lifetimes: ClosedRange<Duration> = .seconds(60)...(.seconds(3650 * 86_400))
    /// How long a code is valid.
    public static let codeLifetime: Duration = .seconds(600)

    public init(
        name: String,
        role: Role? = nil,
        places: [String] = [],
        lifetime: Duration? = nil,
        isCode: Bool = false
    ) {
        (self.name, self.role, self.places, self.lifetime, self.isCode) = (name, role, places, lifetime, isCode)
    }
}

extension TokenStep {
    /// The words after the verb.
    var words: [String] {
        switch self {
        case .new(let token): token.words
        case .list: ["list"]
        case .revoke(let name, .ask): ["revoke", Words.quoted(name)]
        case .revoke(let name, .tree): ["revoke", "--yes", Words.quoted(name)]
        case .revoke(let name, .alone): ["revoke", "--alone", Words.quoted(name)]
        case .doors(let name, let isOn): ["doors", Words.quoted(name), isOn ? "on" : "off"]
        }
    }
}

extension TokenStep {
    /// Reads `on` or `off`.
    static func readSwitch(_ text: String) throws(Fault) -> Bool {
        switch text {
        case "on": return true
        case "off": return false
        default: throw Fault(.badRequest, "\"\(text.prefix(80))\" is neither on nor off", hint: "use on or off")
        }
    }
}

extension NewToken {
    init(_ arguments: Arguments) throws(UsageError) {
        self.init(name: try arguments.operand(0, Self.readName))
        role = try arguments.value("--role", Self.readRole)
        places = try arguments.places()
        lifetime = try arguments.value("--expires", Self.readLifetime)
        isCode = arguments.has("--code")
        mayCreateTokens = arguments.has("--may-create-tokens")
        opensDoors = arguments.has("--doors")
    }

    var words: [String] {
        var words: [String] = []
        if let role { words += ["--role", role.word] }
        for place in places { words += ["--place", Words.quoted(place)] }
        if let lifetime { words += ["--expires", DurationText.write(lifetime)] }
        if isCode { words.append("--code") }
        if mayCreateTokens { words.append("--may-create-tokens") }
        if opensDoors { words.append("--doors") }
        return words + ["new", Words.quoted(name)]
    }

    private static func readName(_ text: String) throws(Fault) -> String {
        try TokenName.check(text)
        return text
    }

    private static func readRole(_ text: String) throws(Fault) -> Role {
        guard let role = Role(word: text), role != .none else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a role for a token",
                hint: "use read, act or manage"
            )
        }
        return role
    }

    private static func readLifetime(_ text: String) throws(Fault) -> Duration {
        guard let lifetime = DurationText.read(text), lifetimes.contains(lifetime) else {
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is not a lifetime", hint: "use 1m–3650d, such as 30d")
        }
        return lifetime
    }
}
