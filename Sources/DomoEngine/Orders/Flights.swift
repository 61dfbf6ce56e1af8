import DomoModel

/// A dispatch without an outcome yet.
struct Flight: Sendable {
    var order: OrderID
    /// Nil if a load removed the element.
    var element: ElementID?
    /// Nil if a load removed the endpoint.
    var endpoint: EndpointID?
    var value: Value
    var cause: Cause
    /// The port it was sent to, even after a load gives its element another link.
    var port: any LinkPort
    /// True if it is the only one that tries an unreachable endpoint.
    var isProbe: Bool
    /// True if a newer dispatch was sent to the element, so that a late acceptance no longer counts.
    var isOvertaken = false
    /// True if somebody else has commanded the element since it was sent.
    var isOperatedByOthers = false
}

/// The dispatches without an outcome yet.
struct Flights: Sendable {
    private var flights: [Dispatch.ID: Flight] = [:]
    /// Those whose orders have already ended.
    private var abandoned: Set<Dispatch.ID> = []

    var isEmpty: Bool { flights.isEmpty }
    var count: Int { flights.count }
    var abandonedCount: Int { abandoned.count }
    /// The orders in flight, including those that have ended.
    var orders: Set<OrderID> { Set(flights.values.map(\.order)) }

    subscript(id: Dispatch.ID) -> Flight? { flights[id] }

    /// Those whose orders have not ended, in the order of sending.
    var awaited: [(Dispatch.ID, Flight)] {
        flights.filter { !abandoned.contains($0.key) }.sorted { $0.key.number < $1.key.number }.map {
            ($0.key, $0.value)
        }
    }

    mutating func add(_ id: Dispatch.ID, _ flight: Flight) {
        for other in abandoned where flights[other]?.element == flight.element { flights[other]?.isOvertaken = true }
        flights[id] = flight
    }

    /// - Returns: the flight, and whether its order has ended; nil if its outcome was already handled.
    mutating func remove(_ id: Dispatch.ID) -> (flight: Flight, isAbandoned: Bool)? {
        guard let flight = flights.removeValue(forKey: id) else { return nil }
        return (flight, abandoned.remove(id) != nil)
    }

    /// The order ends without an outcome.
    mutating func abandon(_ id: Dispatch.ID) -> Flight? {
        abandoned.insert(id)
        return flights[id]
    }

    /// Somebody else commanded a facet of the element.
    mutating func noteOthers(on element: ElementID, _ type: FacetType) {
        for (id, flight) in flights where flight.element == element && flight.value.type.moves(with: type) {
            flights[id]?.isOperatedByOthers = true
        }
    }

    mutating func load(element: (ElementID, Value) -> ElementID?, endpoint: (EndpointID) -> EndpointID?) {
        for (id, flight) in flights {
            flights[id]?.element = flight.element.flatMap { element($0, flight.value) }
            flights[id]?.endpoint = flight.endpoint.flatMap(endpoint)
        }
    }
}
