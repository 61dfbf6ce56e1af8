public import DomoModel

/// What a link can do, as a pure value: it answers the engine's questions and does nothing.
public protocol LinkProfile: Sendable {
    /// The parts of it that can fail apart from each other, such as the devices behind it; at least one. They don't change.
    var endpoints: [EndpointProfile] { get }

    /// Which of the endpoints moves the element.
    ///
    /// - Returns: nil where the link doesn't know the element: it is not connected.
    func endpoint(of target: Target) -> Int?

    /// True where `endpoint(of:)` differs from element to element; false where all are at the first endpoint.
    var distinguishesElements: Bool { get }

    /// What it does for an element's facets: elements of the same types with the same binding are the same thing.
    ///
    /// - Returns: nil where no other element can have the same.
    func binding(of target: Target) -> Binding?

    /// True where only elements of one name can have the same binding: all others need not be compared.
    var bindsByName: Bool { get }

    /// Which facets of an element the link can write.
    func writable(_ target: Target) -> FacetTypes

    /// Of which facets of an element it reports the state.
    func readable(_ target: Target) -> FacetTypes

    /// The signal for a value as people read it, secrets left out: `POST http://…`.
    func signal(for value: Value, of target: Target) throws(SignalFault) -> String

    /// A value in the form in which the link reports it: so one state has one name, however it was ordered.
    func canonical(_ value: Value, of target: Target) -> Value

    /// How states are read; nil where the link reports none.
    var reading: ReadPolicy? { get }

    /// What one facet says in place of `reading`; nil where it says nothing of its own.
    func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy?

    /// False where a signal does more when it is sent twice: one whose answer is lost is not tried again.
    func mayRepeat(_ value: Value, of target: Target) -> Bool

    /// What a signal takes of the endpoint's budget, 1 or more.
    func cost(of value: Value, for target: Target) -> Int

    /// What asking for an element's states takes of the endpoint's budget, 1 or more: with the answers, where they take of
    /// the same. The link does not report those as the traffic of others.
    func cost(ofReading target: Target) -> Int

    /// What the link shows on its bus, and so is to be passed the values of.
    var exposed: [Exposed] { get }

    /// True where its port carries out commands (`LinkPort.perform`).
    var takesCommands: Bool { get }
}

extension LinkProfile {
    public func canonical(_ value: Value, of target: Target) -> Value { value }

    public func endpoint(of target: Target) -> Int? { 0 }
    public var distinguishesElements: Bool { false }
    public func binding(of target: Target) -> Binding? { nil }
    public var bindsByName: Bool { true }
    public func writable(_ target: Target) -> FacetTypes { target.types }
    public func readable(_ target: Target) -> FacetTypes { FacetTypes() }
    public var reading: ReadPolicy? { nil }
    public func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy? { nil }
    public func mayRepeat(_ value: Value, of target: Target) -> Bool { true }
    public func cost(of value: Value, for target: Target) -> Int { 1 }
    public func cost(ofReading target: Target) -> Int { 1 }
    public var exposed: [Exposed] { [] }
    public var takesCommands: Bool { false }
}

/// A part of a link that fails and is paced by itself: a server, a device, a bus interface.
public struct EndpointProfile: Sendable, Equatable {
    /// Tells endpoints apart and names them to people: a URL without secrets.
    public var label: String
    /// How many orders the port may have at once, 1 or more.
    public var slots: Int
    /// How many of them the endpoint takes at once: the port holds the rest.
    public var connections: Int
    /// How much may be sent in a time; nil where only the slots limit it.
    public var pace: Pace?
    /// How much of the pace reads may take at the most, above 0 and up to 1: what they leave is for orders, which then wait
    /// for reads no longer than 100 ms. Nil where reads take what no order needs.
    public var readShare: Double?
    /// How many reads may be without their answers at once; nil for as many as there are connections, but no more than two
    /// in their turn.
    public var maxReads: Int?
    /// True where the port itself reports when the endpoint can be reached (`LinkReport.up`): nothing is sent before.
    public var reportsReachability: Bool

    public init(
        label: String,
        slots: Int = 8,
        connections: Int? = nil,
        pace: Pace? = nil,
        readShare: Double? = nil,
        maxReads: Int? = nil,
        reportsReachability: Bool = false
    ) {
        self.label = label
        self.slots = slots
        self.connections = connections ?? slots
        self.pace = pace
        self.readShare = readShare
        self.maxReads = maxReads
        self.reportsReachability = reportsReachability
    }
}

/// A token bucket.
public struct Pace: Sendable, Equatable {
    /// Tokens that come in each second.
    public var perSecond: Double
    /// How many tokens there may be at once.
    public var burst: Int

    public init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }
}
