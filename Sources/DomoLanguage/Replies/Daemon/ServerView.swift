public import DomoModel

/// A domotic server as the daemon sees it.
public struct ServerView: Equatable, Sendable {
    public var server: String
    /// Nil until something was sent to it.
    public var reachable: Bool?
    /// When it last answered, or accepted the connection of a check.
    public var lastContact: Timestamp?
    /// The mean latency of the last orders, in milliseconds; nil before the first.
    public var latency: Double?
    /// Whether its dialect can read states.
    public var reportsState: Bool
    /// When it last reported a state.
    public var lastReading: Timestamp?
    /// Why states can't be read at present.
    public var readingProblem: String?
    /// The last problem while it is unreachable.
    public var problem: String?
    /// Orders that are not sent yet.
    public var waiting: Int
    /// Orders that are sent and not answered yet.
    public var inFlight: Int
    public var houses: [String]

    public init(
        server: String,
        reachable: Bool?,
        lastContact: Timestamp?,
        latency: Double? = nil,
        reportsState: Bool = false,
        lastReading: Timestamp? = nil,
        readingProblem: String? = nil,
        problem: String?,
        waiting: Int,
        inFlight: Int,
        houses: [String]
    ) {
        self.server = server
        self.reachable = reachable
        self.lastContact = lastContact
        self.latency = latency
        self.reportsState = reportsState
        self.lastReading = lastReading
        self.readingProblem = readingProblem
        self.problem = problem
        self.waiting = waiting
        self.inFlight = inFlight
        self.houses = houses
    }
}

extension ServerView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        server = try fields.field("server", object, \.pointee.server)
        reachable = try fields.nullable("reachable", object, \.pointee.reachable)
        lastContact = try fields.field("lastContact", object, \.pointee.lastContact)
        latency = try fields.field("latency", object, \.pointee.latency)
        reportsState = try fields.field("tellsState", object, \.pointee.reportsState)
        lastReading = try fields.field("lastReading", object, \.pointee.lastReading)
        readingProblem = try fields.field("readingProblem", object, \.pointee.readingProblem)
        problem = try fields.field("problem", object, \.pointee.problem)
        waiting = try fields.field("waiting", object, \.pointee.waiting)
        inFlight = try fields.field("inFlight", object, \.pointee.inFlight)
        houses = try fields.field("houses", object, \.pointee.houses)
    }
}
