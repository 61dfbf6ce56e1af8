import DomoModel

/// The queries without a final answer yet.
struct PendingQueries: Sendable {
    private var open: [Dispatch.ID: PendingQuery] = [:]
    /// The cancelled ones among them.
    private var cancelled: Set<Dispatch.ID> = []

    var count: Int { open.count }
    var cancelledCount: Int { cancelled.count }
    /// In the order in which they were sent.
    var inOrder: [(id: Dispatch.ID, query: PendingQuery)] {
        open.sorted { $0.key.number < $1.key.number }.map { ($0.key, $0.value) }
    }

    subscript(id: Dispatch.ID) -> PendingQuery? { open[id] }

    mutating func add(_ id: Dispatch.ID, _ query: PendingQuery) { open[id] = query }

    /// The final answer arrived.
    mutating func remove(_ id: Dispatch.ID) {
        open[id] = nil
        cancelled.remove(id)
    }

    /// The number of periodic queries.
    func polls(at endpoint: EndpointID) -> Int { open.values.count { $0.endpoint == endpoint && !$0.isUrgent } }

    /// True if a query for all elements of an endpoint is in flight for orders.
    ///
    /// - Parameter accepted: only queries that began later count; nil for all.
    func hasUrgentForAll(at endpoint: EndpointID, after accepted: Instant? = nil) -> Bool {
        open.values.contains { query in
            query.endpoint == endpoint && query.isForAll && query.isUrgent
                && accepted.map { $0 < query.began } ?? true
        }
    }

    /// Cancels one query for an order: the oldest first, those that confirm orders last; one at a time.
    mutating func cancelOne(at endpoint: EndpointID) -> (id: Dispatch.ID, port: any LinkPort)? {
        let own = open.filter { $0.value.endpoint == endpoint && !$0.value.isProbe }
        func rank(_ entry: (key: Dispatch.ID, value: PendingQuery)) -> (Int, UInt64) {
            (entry.value.isUrgent ? 1 : 0, entry.key.number)
        }
        guard let query = own.min(by: { rank($0) < rank($1) }), cancelled.isDisjoint(with: own.keys) else {
            return nil
        }
        cancelled.insert(query.key)
        return (query.key, query.value.port)
    }

    mutating func load(element: (ElementID) -> ElementID?, endpoint: (EndpointID) -> EndpointID?) {
        for (id, query) in open {
            open[id]?.endpoint = query.endpoint.flatMap(endpoint)
            open[id]?.elements = query.elements.map { $0.flatMap(element) }
        }
    }
}
