public import DomoModel

/// A token, without what is secret of it.
public struct TokenView: Equatable, Sendable {
    public var name: String
    public var role: Role
    /// Whole paths; nil where it is not limited to any.
    public var places: [String]?
    public var created: Timestamp
    /// Who made it.
    public var by: String
    /// Nil for one that does not expire.
    public var expires: Timestamp?
    /// Of the last login; nil before the first.
    public var lastUsed: Timestamp?
    /// Whence that came, as the front end reported it.
    public var from: String?

    public init(
        name: String,
        role: Role,
        places: [String]? = nil,
        created: Timestamp,
        by: String,
        expires: Timestamp? = nil,
        lastUsed: Timestamp? = nil,
        from: String? = nil
    ) {
        self.name = name
        self.role = role
        self.places = places
        self.created = created
        self.by = by
        self.expires = expires
        self.lastUsed = lastUsed
        self.from = from
    }
}

/// The answer to `token list`.
public struct TokenList: Equatable, Sendable {
    public var tokens: [TokenView]

    public init(_ tokens: [TokenView]) { self.tokens = tokens }
}

/// The answer to `token new` and `claim`: the only time that the secret is shown.
public struct GivenToken: Equatable, Sendable {
    public var name: String
    public var role: Role
    public var places: [String]?
    public var expires: Timestamp?
    /// Nil where a code was asked for.
    public var token: String?
    /// To be exchanged for a token, once.
    public var code: String?
    /// Until when.
    public var codeExpires: Timestamp?

    public init(
        name: String,
        role: Role,
        places: [String]? = nil,
        expires: Timestamp? = nil,
        token: String? = nil,
        code: String? = nil,
        codeExpires: Timestamp? = nil
    ) {
        self.name = name
        self.role = role
        self.places = places
        self.expires = expires
        self.token = token
        self.code = code
        self.codeExpires = codeExpires
    }
}

/// The answer to `login` and `logout`: who the connection is from now on.
public struct SessionView: Equatable, Sendable {
    public var name: String
    public var role: Role
    public var places: [String]?
    public var expires: Timestamp?

    public init(name: String, role: Role, places: [String]? = nil, expires: Timestamp? = nil) {
        (self.name, self.role, self.places, self.expires) = (name, role, places, expires)
    }
}

extension TokenView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
        created = try fields.field("created", object, \.pointee.created)
        by = try fields.field("by", object, \.pointee.by)
        expires = try fields.field("expires", object, \.pointee.expires)
        lastUsed = try fields.field("lastUsed", object, \.pointee.lastUsed)
        from = try fields.field("from", object, \.pointee.from)
    }
}

extension TokenList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        tokens = try fields.field("tokens", object, \.pointee.tokens)
    }
}

extension GivenToken: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
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
        expires = try fields.field("expires", object, \.pointee.expires)
    }
}
