import DomoModel

/// A command of `token`. A front end uses a token to act for its user.
public enum TokenStep: Equatable, Sendable {
    case new(NewToken)
    case list
    case revoke(name: String)
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
    /// Returns a single-use code instead of the token, to be exchanged for it within `codeLifetime`.
    public var isCode: Bool

    public static let maxNameLength = 64
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
    init(_ arguments: Arguments) throws(UsageError) {
        let operands = arguments.operands
        switch (operands[0], operands.count) {
        case ("new", 2): self = .new(try NewToken(arguments))
        case ("list", 1) where !arguments.hasOptions: self = .list
        case ("revoke", 2) where !arguments.hasOptions: self = .revoke(name: operands[1])
        default: throw arguments.wrongArguments("token", commands: ["new", "list", "revoke"])
        }
    }

    /// The words after the verb.
    var words: [String] {
        switch self {
        case .new(let token): token.words
        case .list: ["list"]
        case .revoke(let name): ["revoke", Words.quoted(name)]
        }
    }
}

extension NewToken {
    init(_ arguments: Arguments) throws(UsageError) {
        self.init(name: try arguments.operand(1, Self.readName))
        role = try arguments.value("--role", Self.readRole)
        places = arguments.values("--place")
        lifetime = try arguments.value("--expires", Self.readLifetime)
        isCode = arguments.has("--code")
    }

    var words: [String] {
        (role.map { ["--role", $0.word] } ?? []) + places.flatMap { ["--place", Words.quoted($0)] }
            + (lifetime.map { ["--expires", DurationText.write($0)] } ?? []) + (isCode ? ["--code"] : [])
            + ["new", Words.quoted(name)]
    }

    private static func readName(_ text: String) throws(Fault) -> String {
        let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isPlain, (1...maxNameLength).contains(text.count), text.first != " ", text.last != " " else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a name for a token",
                hint: "use 1–\(maxNameLength) characters, without spaces at the ends: \"Anna's phone\""
            )
        }
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
