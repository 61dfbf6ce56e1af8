public import DomoModel

/// The stage of an order.
public enum OrderStage: String, Sendable, CaseIterable {
    /// It is waiting for its turn.
    case requested
    /// Its signal has been sent, or is to be sent again.
    case sent
    /// The server accepted it. Where the house reports its state, it goes on to one of the next three, unless a newer
    /// order for the element follows first.
    case accepted
    /// The house confirmed it.
    case confirmed
    /// The house reported another value until the time was over.
    case mismatch
    /// The house reported nothing in time.
    case unconfirmed = "not-confirmed"
    /// It was not accepted.
    case failed
    /// A newer order for the element replaced it before it was carried out.
    case superseded
    /// The deadline passed before the server accepted it.
    case expired

    /// True if it is the last stage. An accepted order may still be confirmed.
    public var isFinal: Bool {
        switch self {
        case .requested, .sent, .accepted: false
        case .confirmed, .mismatch, .unconfirmed, .failed, .superseded, .expired: true
        }
    }

    /// True if the order did not have the wanted effect.
    public var isFailure: Bool {
        switch self {
        case .requested, .sent, .accepted, .confirmed, .superseded: false
        case .mismatch, .unconfirmed, .failed, .expired: true
        }
    }
}

/// Where an order came from.
public enum OrderOrigin: String, Sendable, CaseIterable {
    case socket, scene, schedule, web
    /// A telegram on a link's bus.
    case bus
}

/// The record of one order.
public struct OrderRecord: Equatable, Sendable {
    /// One attempt to send its signal.
    public struct Attempt: Equatable, Sendable {
        public var time: Timestamp
        /// The time until the answer; nil before it.
        public var milliseconds: Double?
        /// `accepted`, or the problem; nil before the answer.
        public var result: String?

        public init(time: Timestamp, milliseconds: Double? = nil, result: String? = nil) {
            self.time = time
            self.milliseconds = milliseconds
            self.result = result
        }
    }

    /// Counted from 1 in the order of the requests, across restarts.
    public var id: UInt64
    /// The full path of the element.
    public var element: String
    /// The type that it sets; nil until it is resolved.
    public var type: String?
    /// The resolved value (`on`, `40`, `up`, a text), or until then the requested one (`toggle`, `+10`).
    public var action: String
    /// Who gave it.
    public var by: Cause
    public var origin: OrderOrigin
    public var requested: Timestamp
    /// For people, with secrets masked; nil if it was never sent.
    public var signal: String?
    public var attempts: [Attempt]
    public var stage: OrderStage
    /// When it reached the present stage.
    public var reached: Timestamp
    /// From the request to the acceptance, in milliseconds.
    public var acceptedAfter: Double?
    /// From the acceptance to the confirmation, in milliseconds.
    public var confirmedAfter: Double?
    /// The value that the house reported instead.
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
    /// Adds the attempts of earlier records of the same order.
    public mutating func complete(attemptsFrom firstAttempt: Int, with earlier: [Attempt]) {
        attempts.insert(contentsOf: earlier.prefix(firstAttempt), at: 0)
    }
}

/// The reply to `orders`: the newest first.
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
