public import DomoModel

/// A token without its secret.
public struct TokenView: Equatable, Sendable {
    public var name: String
    public var role: Role
    /// Full paths; nil if it is not limited to places.
    public var places: [String]?
    public var created: Timestamp
    /// Who created it.
    public var by: Cause
    /// Nil if it does not expire.
    public var expires: Timestamp?
    /// The time of the last login; nil before the first.
    public var lastUsed: Timestamp?
    /// The address of the last login, as reported by the front end.
    public var from: String?
    /// True if it is a code that was not exchanged for a token yet; `expires` is then when the code expires.
    public var isCode: Bool?
    /// True if it may make tokens although its role is below `manage`.
    public var mayCreateTokens: Bool?
    /// Whether it may give orders for locks, gates, garages and doors; nil if it gives no orders at all.
    public var doors: Bool?
    /// How many tokens end with it; nil for none.
    public var made: Int?
    /// True if it is not known who made it: it is older than that record.
    public var isCreatorUnknown: Bool?

    public init(
        name: String,
        role: Role,
        places: [String]? = nil,
        created: Timestamp,
        by: Cause,
        expires: Timestamp? = nil,
        lastUsed: Timestamp? = nil,
        from: String? = nil,
        isCode: Bool? = nil,
        mayCreateTokens: Bool? = nil,
        doors: Bool? = nil,
        made: Int? = nil,
        isCreatorUnknown: Bool? = nil
    ) {
        self.mayCreateTokens = mayCreateTokens
        self.doors = doors
        self.made = made
        self.isCreatorUnknown = isCreatorUnknown
        self.name = name
        self.role = role
        self.places = places
        self.created = created
        self.by = by
        self.expires = expires
        self.lastUsed = lastUsed
        self.from = from
        self.isCode = isCode
    }
}

/// The reply to `token list`, and to `token revoke`.
public struct TokenList: Equatable, Sendable {
    public var tokens: [TokenView]
    /// The names of the tokens that a revocation has ended.
    public var ended: [String]?

    public init(_ tokens: [TokenView]) { self.tokens = tokens }
}

/// The reply to `token new` and `claim`, the only one that has the secret.
public struct GivenToken: Equatable, Sendable {
    public var name: String
    public var role: Role
    public var places: [String]?
    /// Whether it may give orders for locks, gates, garages and doors; nil if it gives no orders at all.
    public var doors: Bool?
    /// With a code: when the token would expire if the code were exchanged now.
    public var expires: Timestamp?
    /// Nil if a code was requested.
    public var token: String?
    /// A single-use code to be exchanged for a token.
    public var code: String?
    /// When the code expires.
    public var codeExpires: Timestamp?

    public init(
        name: String,
        role: Role,
        places: [String]? = nil,
        doors: Bool? = nil,
        expires: Timestamp? = nil,
        token: String? = nil,
        code: String? = nil,
        codeExpires: Timestamp? = nil
    ) {
        self.name = name
        self.role = role
        self.places = places
        self.doors = doors
        self.expires = expires
        self.token = token
        self.code = code
        self.codeExpires = codeExpires
    }
}

/// The reply to `login` and `logout`: the new principal of the connection.
public struct SessionView: Equatable, Sendable {
    public var name: String
    public var role: Role
    public var places: [String]?
    /// Whether orders for locks, gates, garages and doors are allowed; nil if none are allowed at all.
    public var doors: Bool?
    public var expires: Timestamp?
    /// The tree of tokens that it belongs to, whose limits it shares; nil for a user.
    public var tree: UInt64?

    public init(
        name: String,
        role: Role,
        places: [String]? = nil,
        doors: Bool? = nil,
        expires: Timestamp? = nil,
        tree: UInt64? = nil
    ) {
        (self.name, self.role, self.places, self.doors) = (name, role, places, doors)
        (self.expires, self.tree) = (expires, tree)
    }
}

extension TokenView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
        created = try fields.field("created", object, \.pointee.created)
        by = try fields.cause(object, \.pointee.by)
        expires = try fields.field("expires", object, \.pointee.expires)
        lastUsed = try fields.field("lastUsed", object, \.pointee.lastUsed)
        from = try fields.field("from", object, \.pointee.from)
        isCode = try fields.field("isCode", object, \.pointee.isCode)
        mayCreateTokens = try fields.field("mayCreateTokens", object, \.pointee.mayCreateTokens)
        doors = try fields.field("doors", object, \.pointee.doors)
        made = try fields.field("made", object, \.pointee.made)
        isCreatorUnknown = try fields.field("isCreatorUnknown", object, \.pointee.isCreatorUnknown)
    }
}

extension TokenList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        tokens = try fields.field("tokens", object, \.pointee.tokens)
        ended = try fields.field("ended", object, \.pointee.ended)
    }
}

extension GivenToken: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
        doors = try fields.field("doors", object, \.pointee.doors)
        expires = try fields.field("expires", object, \.pointee.expires)
        token = try fields.field("token", object, \.pointee.token)
        code = try fields.field("code", object, \.pointee.code)
        codeExpires = try fields.field("codeExpires", object, \.pointee.codeExpires)
    }
}

extension SessionView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
        doors = try fields.field("doors", object, \.pointee.doors)
        expires = try fields.field("expires", object, \.pointee.expires)
        tree = try fields.field("tree", object, \.pointee.tree)
    }
}
