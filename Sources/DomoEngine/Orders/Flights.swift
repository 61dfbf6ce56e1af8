import DomoModel

/// A dispatch that was not reported yet.
struct Flight: Sendable {
    var order: OrderID
    /// Nil where a load took the element away.
    var element: ElementID?
    /// Nil where a load took the endpoint away.
    var endpoint: EndpointID?
    var value: Value
    var cause: Cause
    /// Where it was sent, and stays even when a load gives its element another link.
    var port: any LinkPort
    /// True where it alone tries an endpoint that is unreachable.
    var isProbe: Bool
    /// True where a newer dispatch went to the element, so that a late acceptance says nothing any more.
    var isOvertaken = false
}

/// The dispatches that were not reported yet.
struct Flights: Sendable {
    private var flights: [Dispatch.ID: Flight] = [:]
    /// Of them, those whose orders have ended.
    private var abandoned: Set<Dispatch.ID> = []

    var isEmpty: Bool { flights.isEmpty }
    var count: Int { flights.count }
    var abandonedCount: Int { abandoned.count }
    /// The orders in flight, those that have ended included.
    var orders: Set<OrderID> { Set(flights.values.map(\.order)) }

    subscript(id: Dispatch.ID) -> Flight? { flights[id] }

    /// Those whose orders have not ended, in the order in which they were sent.
    var awaited: [(Dispatch.ID, Flight)] {
        flights.filter { !abandoned.contains($0.key) }.sorted { $0.key.number < $1.key.number }.map {
            ($0.key, $0.value)
        }
    }

    mutating func add(_ id: Dispatch.ID, _ flight: Flight) {
        for other in abandoned where flights[other]?.element == flight.element { flights[other]?.isOvertaken = true }
        flights[id] = flight
    }

    /// - Returns: the flight, and whether its order has ended; nil for one that was reported before.
    mutating func remove(_ id: Dispatch.ID) -> (flight: Flight, isAbandoned: Bool)? {
        guard let flight = flights.removeValue(forKey: id) else { return nil }
        return (flight, abandoned.remove(id) != nil)
    }

    /// Its order ends without its outcome.
    mutating func abandon(_ id: Dispatch.ID) -> Flight? {
        abandoned.insert(id)
        return flights[id]
    }

    mutating func load(element: (ElementID, Value) -> ElementID?, endpoint: (EndpointID) -> EndpointID?) {
        for (id, flight) in flights {
            flights[id]?.element = flight.element.flatMap { element($0, flight.value) }
            flights[id]?.endpoint = flight.endpoint.flatMap(endpoint)
        }
    }
}
