public import DomoModel

/// What a link can do, as a pure value that answers the engine's questions.
public protocol LinkProfile: Sendable {
    /// The parts of the link that can fail separately, such as the devices behind it; at least one. They don't change.
    var endpoints: [EndpointProfile] { get }

    /// The index of the endpoint that controls the element.
    ///
    /// - Returns: nil if the link doesn't know the element: it is not connected.
    func endpoint(of target: Target) -> Int?

    /// True if `endpoint(of:)` depends on the element; false if all elements are at the first endpoint.
    var distinguishesElements: Bool { get }

    /// What the link does for an element's facets: elements with the same types, role, unit and binding are
    /// twins. It includes what is read from an answer, not only the request.
    ///
    /// - Returns: nil if no other element can have the same binding.
    func binding(of target: Target) -> Binding?

    /// True if only elements with the same name can have the same binding: no others need to be compared.
    var bindsByName: Bool { get }

    /// The facets of an element that the link can write.
    func writable(_ target: Target) -> FacetTypes

    /// True if the level of an element can be changed while a button is held (`Value.dimming`).
    func dims(_ target: Target) -> Bool

    /// The full paths of elements whose binary type is a push button: each signal for it acts. House files may name more.
    var buttons: [String] { get }

    /// The facets of an element whose state the link reports.
    func readable(_ target: Target) -> FacetTypes

    /// The signal for a value, for people and without secrets: `POST http://…`.
    func signal(for value: Value, of target: Target) throws(SignalFault) -> String

    /// The same signal, and what the port needs to send it.
    func prepare(_ value: Value, for target: Target) throws(SignalFault) -> PreparedSignal

    /// A value in the form in which the link reports it, so that a state has one name, however it was ordered.
    func canonical(_ value: Value, of target: Target) -> Value

    /// How states are read; nil if the link reports none.
    var reading: ReadPolicy? { get }

    /// How often an endpoint whose states aren't read is checked for reachability (`Query.check`); nil for never: it
    /// is then known from orders alone.
    var checkInterval: Duration? { get }

    /// What overrides `reading` for one facet; nil for nothing.
    func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy?

    /// What the link knows of a cover.
    func cover(_ target: Target) -> CoverProfile

    /// False if sending a signal twice has another effect than once: it is not retried if its answer is lost.
    func mayRepeat(_ value: Value, of target: Target) -> Bool

    /// The cost of a signal in the endpoint's budget, 1 or more.
    func cost(of value: Value, for target: Target) -> Int

    /// The cost of reading an element's states in the endpoint's budget, 1 or more, including the answers if they use
    /// the same budget. The link does not report those as the traffic of others.
    func cost(ofReading target: Target) -> Int

    /// What the link exposes on its bus, and needs the values of.
    var exposed: [Exposed] { get }

    /// True if its port carries out commands (`LinkPort.perform`).
    var takesCommands: Bool { get }

    /// What an element that the link doesn't know lacks.
    var missingBinding: MissingBinding { get }
}

/// What an element lacks that its link doesn't know.
public enum MissingBinding: Sendable, Equatable {
    /// A setting of the link, such as the topic or ID of the element.
    case setting
    /// A group address.
    case groupAddress

    var reason: String {
        switch self {
        case .setting: "its link has no binding for it"
        case .groupAddress: "it has no group address"
        }
    }

    var hint: String {
        switch self {
        case .setting: "add it under elements in the configuration of the link"
        case .groupAddress: "give it a group address in the house file"
        }
    }
}

extension LinkProfile {
    public func prepare(_ value: Value, for target: Target) throws(SignalFault) -> PreparedSignal {
        PreparedSignal(text: try signal(for: value, of: target))
    }

    public func canonical(_ value: Value, of target: Target) -> Value { value }

    public func endpoint(of target: Target) -> Int? { 0 }
    public var distinguishesElements: Bool { false }
    public func binding(of target: Target) -> Binding? { nil }
    public var bindsByName: Bool { true }
    public func writable(_ target: Target) -> FacetTypes { target.types }
    public func dims(_ target: Target) -> Bool { false }
    public var buttons: [String] { [] }
    public func readable(_ target: Target) -> FacetTypes { FacetTypes() }
    public var reading: ReadPolicy? { nil }
    public var checkInterval: Duration? { nil }
    public func reading(of target: Target, _ type: FacetType) -> FacetReadPolicy? { nil }
    public func cover(_ target: Target) -> CoverProfile { CoverProfile(reportsEnds: true) }
    public func mayRepeat(_ value: Value, of target: Target) -> Bool { true }
    public func cost(of value: Value, for target: Target) -> Int { 1 }
    public func cost(ofReading target: Target) -> Int { 1 }

    /// The cost of a query for these elements, 1 or more, as the engine charges it. A link that keeps the budget too
    /// has to charge the same.
    public func cost<Element>(ofReading elements: [Element], _ target: (Element) -> Target) -> Int {
        max(1, elements.reduce(0) { $0 + max(1, cost(ofReading: target($1))) })
    }

    public var exposed: [Exposed] { [] }
    public var takesCommands: Bool { false }
    public var missingBinding: MissingBinding { .setting }
}

/// A part of a link that fails and is paced separately: a server, a device, a bus interface.
public struct EndpointProfile: Sendable, Equatable {
    /// Identifies the endpoint, also for people: a URL without secrets.
    public var label: String
    /// The maximum number of orders that the port may have at once, 1 or more.
    public var slots: Int
    /// The maximum number that the endpoint takes at once: the port holds the rest.
    public var connections: Int
    /// The maximum rate of orders; nil if only the slots limit it.
    public var pace: Pace?
    /// The share of the pace that reads may use, above 0 and up to 1. Together with orders and the traffic of others they
    /// keep to the pace; orders do not wait for either. Nil if reads use the pace of orders.
    public var readShare: Double?
    /// The maximum number of reads in flight; nil for as many as there are connections, of which the periodic ones are
    /// at most two.
    public var maxReads: Int?
    /// True if the port itself reports when the endpoint is reachable (`LinkReport.up`): nothing is sent before that.
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
    /// Tokens added per second.
    public var perSecond: Double
    /// The maximum number of tokens.
    public var burst: Int

    public init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }
}
