public import DomoModel

/// A hook without its secret.
public struct HookView: Equatable, Sendable {
    public var name: String
    /// The scene that it starts; nil if it reports a state.
    public var scene: String?
    /// The full path of the element whose state it reports, and the type; nil if it starts a scene.
    public var element: String?
    public var type: FacetType?
    /// The name of the value in the body or the query.
    public var field: String?
    /// What the device's words mean: `open=on`. Nil if there are none.
    public var values: [String]?
    /// How a delivery shows that it is authentic: `header`, `signature` or `url`.
    public var proof: String
    public var role: Role
    /// Full paths; nil if it is not limited to places.
    public var places: [String]?
    /// Whether its scene may give orders for locks, gates, garages and doors; nil if it reports a state.
    public var doors: Bool?
    public var created: Timestamp
    /// Who created it.
    public var by: Cause
    /// The time of the last delivery that was carried out since the start of domod; nil if there was none.
    public var lastUsed: Timestamp?
    /// The address of its sender.
    public var from: String?

    public init(
        name: String,
        scene: String? = nil,
        element: String? = nil,
        type: FacetType? = nil,
        field: String? = nil,
        values: [String]? = nil,
        proof: String,
        role: Role,
        places: [String]? = nil,
        doors: Bool? = nil,
        created: Timestamp,
        by: Cause,
        lastUsed: Timestamp? = nil,
        from: String? = nil
    ) {
        (self.name, self.scene, self.element, self.type) = (name, scene, element, type)
        (self.field, self.values, self.proof) = (field, values, proof)
        (self.role, self.places, self.doors) = (role, places, doors)
        (self.created, self.by, self.lastUsed, self.from) = (created, by, lastUsed, from)
    }
}

/// The reply to `hook`.
public struct HookList: Equatable, Sendable {
    /// After `hook new` the new one, after `hook revoke` those that are left.
    public var hooks: [HookView]
    /// Only after `hook new`: the secret, which is not shown again.
    public var secret: String?

    public init(_ hooks: [HookView], secret: String? = nil) { (self.hooks, self.secret) = (hooks, secret) }
}

/// The reply to `knock`. It says nothing of the house: the sender may be anybody.
public struct KnockReceipt: Equatable, Sendable {
    public var hook: String
    public var accepted: Bool

    public init(hook: String, accepted: Bool = true) { (self.hook, self.accepted) = (hook, accepted) }
}

extension HookView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        scene = try fields.field("scene", object, \.pointee.scene)
        element = try fields.field("element", object, \.pointee.element)
        type = try fields.field("type", object, \.pointee.type)
        field = try fields.field("field", object, \.pointee.field)
        values = try fields.field("values", object, \.pointee.values)
        proof = try fields.field("proof", object, \.pointee.proof)
        role = try fields.field("role", object, \.pointee.role)
        places = try fields.field("places", object, \.pointee.places)
        doors = try fields.field("doors", object, \.pointee.doors)
        created = try fields.field("created", object, \.pointee.created)
        by = try fields.cause(object, \.pointee.by)
        lastUsed = try fields.field("lastUsed", object, \.pointee.lastUsed)
        from = try fields.field("from", object, \.pointee.from)
    }
}

extension HookList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        hooks = try fields.field("hooks", object, \.pointee.hooks)
        secret = try fields.field("secret", object, \.pointee.secret)
    }
}

extension KnockReceipt: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        hook = try fields.field("hook", object, \.pointee.hook)
        accepted = try fields.field("accepted", object, \.pointee.accepted)
    }
}
