/// The reply to `set`, `dim` and `toggle`.
public struct OrderReceipt: Equatable, Sendable {
    public enum Outcome: String, Sendable {
        /// It was accepted for processing; its result is in `orders`.
        case requested
        /// The server accepted the order.
        case accepted
        /// The house confirmed it.
        case confirmed
        /// A newer order for the same element replaced it before it was carried out.
        case superseded
    }

    /// The order's number in `orders`.
    public var id: UInt64
    /// The full path of the element.
    public var element: String
    /// Nil if it depends on the state and is not resolved yet.
    public var type: String?
    /// The resolved value: `on`, `40`, `up`, a text.
    public var action: String
    public var outcome: Outcome
    /// How often it was sent.
    public var attempts: Int
    /// From the request to the outcome.
    public var milliseconds: Double
    /// The number of the newer order that superseded it, or that was carried out before the house confirmed it.
    public var followedBy: UInt64?
    /// False if the outcome could not be stored.
    public var stored: Bool?

    public init(
        id: UInt64,
        element: String,
        type: String?,
        action: String,
        outcome: Outcome,
        attempts: Int,
        milliseconds: Double,
        followedBy: UInt64? = nil,
        stored: Bool? = nil
    ) {
        self.id = id
        self.followedBy = followedBy
        self.stored = stored
        self.element = element
        self.type = type
        self.action = action
        self.outcome = outcome
        self.attempts = attempts
        self.milliseconds = milliseconds
    }
}

extension OrderReceipt: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        element = try fields.field("element", object, \.pointee.element)
        type = try fields.field("type", object, \.pointee.type)
        action = try fields.field("action", object, \.pointee.action)
        outcome = try fields.field("outcome", object, \.pointee.outcome)
        attempts = try fields.field("attempts", object, \.pointee.attempts)
        milliseconds = try fields.field("milliseconds", object, \.pointee.milliseconds)
        followedBy = try fields.field("followedBy", object, \.pointee.followedBy)
        stored = try fields.field("stored", object, \.pointee.stored)
    }
}

extension OrderReceipt.Outcome: WireValue {}
