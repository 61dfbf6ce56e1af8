public import DomoModel

/// What has become of an order.
public enum OrderStage: String, Sendable, CaseIterable {
    /// It was given, and waits for its turn.
    case requested
    /// Its signal is under way, or is to be tried again.
    case sent
    /// The server accepted it. Where the house reports its state, it goes on to one of the next three, unless a newer
    /// order for the element follows first.
    case accepted
    /// The house was seen to obey.
    case confirmed
    /// The house said, until the time was over, something else.
    case mismatch
    /// The house said nothing of it in time.
    case unconfirmed = "not-confirmed"
    /// It was not accepted.
    case failed
    /// A newer order for the element took its place before it was carried out.
    case superseded
    /// The deadline passed before the server accepted it.
    case expired

    /// True where nothing more becomes of it. An accepted order may still be confirmed.
    public var isFinal: Bool {
        switch self {
        case .requested, .sent, .accepted: false
        case .confirmed, .mismatch, .unconfirmed, .failed, .superseded, .expired: true
        }
    }

    /// True where the order did not do what was asked.
    public var isFailure: Bool {
        switch self {
        case .requested, .sent, .accepted, .confirmed, .superseded: false
        case .mismatch, .unconfirmed, .failed, .expired: true
        }
    }
}

/// By which way an order came.
public enum OrderOrigin: String, Sendable, CaseIterable {
    case socket, scene, schedule, web
    /// A telegram on a link's bus.
    case bus
}

/// All that is known of one order.
public struct OrderRecord: Equatable, Sendable {
    /// One sending of its signal.
    public struct Attempt: Equatable, Sendable {
        public var time: Timestamp
        /// How long its answer took; nil while there is none.
        public var milliseconds: Double?
        /// `accepted`, or what went wrong; nil while there is no answer.
        public var result: String?

        public init(time: Timestamp, milliseconds: Double? = nil, result: String? = nil) {
            self.time = time
            self.milliseconds = milliseconds
            self.result = result
        }
    }

    /// Counted from 1, in the order in which they were given, restarts included.
    public var id: UInt64
    /// The element's whole path.
    public var element: String
    /// The type that it moves; nil while that is not settled.
    public var type: String?
    /// What it came to (`on`, `40`, `up`, a text), or, while that is not settled, what was asked (`toggle`, `+10`).
    public var action: String
    /// Who gave it.
    public var by: Cause
    public var origin: OrderOrigin
    public var requested: Timestamp
    /// As people read it, secrets left out; nil where it was never sent.
    public var signal: String?
    public var attempts: [Attempt]
    public var stage: OrderStage
    /// When it came to the stage that it is at.
    public var reached: Timestamp
    /// From the request to the acceptance.
    public var acceptedAfter: Double?
    /// From the acceptance to the confirmation, in milliseconds.
    public var confirmedAfter: Double?
    /// What the house said instead, where it said something else.
    public var observed: String?
    /// What went wrong, for people.
    public var problem: String?
    /// The number of the newer order for the element that superseded it, or that was carried out before the house
    /// confirmed it.
    public var followedBy: UInt64?

    public init(
        id: UInt64,
        element: String,
        type: String? = nil,
        action: String,
        by: Cause,
        origin: OrderOrigin = .socket,
        requested: Timestamp,
        signal: String? = nil,
        attempts: [Attempt] = [],
        stage: OrderStage = .requested,
        reached: Timestamp? = nil,
        acceptedAfter: Double? = nil,
        confirmedAfter: Double? = nil,
        observed: String? = nil,
        problem: String? = nil,
        followedBy: UInt64? = nil
    ) {
        self.id = id
        self.element = element
        self.type = type
        self.action = action
        self.by = by
        self.origin = origin
        self.requested = requested
        self.signal = signal
        self.attempts = attempts
        self.stage = stage
        self.reached = reached ?? requested
        self.acceptedAfter = acceptedAfter
        self.confirmedAfter = confirmedAfter
        self.observed = observed
        self.problem = problem
        self.followedBy = followedBy
    }
}

extension OrderRecord {
    /// Completes a record as it was persisted with what earlier ones of the same order held.
    public mutating func complete(attemptsFrom firstAttempt: Int, with earlier: [Attempt]) {
        attempts.insert(contentsOf: earlier.prefix(firstAttempt), at: 0)
    }
}

/// The answer to `orders`: the newest first.
public struct OrderList: Equatable, Sendable {
    public var orders: [OrderRecord]

    public init(orders: [OrderRecord]) {
        self.orders = orders
    }
}

extension OrderRecord: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        id = try fields.field("id", object, \.pointee.id)
        element = try fields.field("element", object, \.pointee.element)
        type = try fields.field("type", object, \.pointee.type)
        action = try fields.field("action", object, \.pointee.action)
        by = try fields.cause(object, \.pointee.by)
        origin = try fields.field("origin", object, \.pointee.origin)
        requested = try fields.field("requested", object, \.pointee.requested)
        signal = try fields.field("signal", object, \.pointee.signal)
        attempts = try fields.field("attempts", object, \.pointee.attempts)
        stage = try fields.field("stage", object, \.pointee.stage)
        reached = try fields.field("reached", object, \.pointee.reached)
        acceptedAfter = try fields.field("acceptedAfter", object, \.pointee.acceptedAfter)
        confirmedAfter = try fields.field("confirmedAfter", object, \.pointee.confirmedAfter)
        observed = try fields.field("observed", object, \.pointee.observed)
        problem = try fields.field("problem", object, \.pointee.problem)
        followedBy = try fields.field("followedBy", object, \.pointee.followedBy)
    }
}

extension OrderRecord.Attempt: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        time = try fields.field("time", object, \.pointee.time)
        milliseconds = try fields.field("milliseconds", object, \.pointee.milliseconds)
        result = try fields.field("result", object, \.pointee.result)
    }
}

extension OrderList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        orders = try fields.field("orders", object, \.pointee.orders)
    }
}

extension OrderStage: WireValue {}

extension OrderOrigin: WireValue {}
