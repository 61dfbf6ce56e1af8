import DomoModel

/// The queries without a final answer yet.
struct Questions: Sendable {
    private var open: [Dispatch.ID: Question] = [:]
    /// The cancelled ones among them.
    private var cancelled: Set<Dispatch.ID> = []

    var count: Int { open.count }
    var cancelledCount: Int { cancelled.count }
    /// In the order in which they were sent.
    var inOrder: [(id: Dispatch.ID, question: Question)] {
        open.sorted { $0.key.number < $1.key.number }.map { ($0.key, $0.value) }
    }

    subscript(id: Dispatch.ID) -> Question? { open[id] }

    mutating func add(_ id: Dispatch.ID, _ question: Question) { open[id] = question }

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
        open.values.contains { question in
            question.endpoint == endpoint && question.isForAll && question.isUrgent
                && accepted.map { $0 < question.began } ?? true
        }
    }

    /// Cancels one query for an order: the oldest first, those that confirm orders last; one at a time.
    mutating func cancelOne(at endpoint: EndpointID) -> (id: Dispatch.ID, port: any LinkPort)? {
        let own = open.filter { $0.value.endpoint == endpoint && !$0.value.isProbe }
        func rank(_ entry: (key: Dispatch.ID, value: Question)) -> (Int, UInt64) {
            (entry.value.isUrgent ? 1 : 0, entry.key.number)
        }
        guard let question = own.min(by: { rank($0) < rank($1) }), cancelled.isDisjoint(with: own.keys) else {
            return nil
        }
        cancelled.insert(question.key)
        return (question.key, question.value.port)
    }

    mutating func load(element: (ElementID) -> ElementID?, endpoint: (EndpointID) -> EndpointID?) {
        for (id, question) in open {
            open[id]?.endpoint = question.endpoint.flatMap(endpoint)
            open[id]?.elements = question.elements.map { $0.flatMap(element) }
        }
    }
}
