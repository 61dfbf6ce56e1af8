import DomoModel

/// The queries that were not reported yet.
struct Questions: Sendable {
    private var open: [Dispatch.ID: Question] = [:]
    /// Of them, those that were given up.
    private var cancelled: Set<Dispatch.ID> = []

    var count: Int { open.count }
    var cancelledCount: Int { cancelled.count }
    /// In the order in which they were asked.
    var inOrder: [(id: Dispatch.ID, question: Question)] {
        open.sorted { $0.key.number < $1.key.number }.map { ($0.key, $0.value) }
    }

    subscript(id: Dispatch.ID) -> Question? { open[id] }

    mutating func add(_ id: Dispatch.ID, _ question: Question) { open[id] = question }

    /// It was reported.
    mutating func remove(_ id: Dispatch.ID) {
        open[id] = nil
        cancelled.remove(id)
    }

    /// How many were asked in their turn.
    func polls(at endpoint: EndpointID) -> Int { open.values.count { $0.endpoint == endpoint && !$0.isUrgent } }

    /// True where all that an endpoint reports is asked for, for orders.
    ///
    /// - Parameter accepted: what was asked before says nothing; nil where that does not matter.
    func hasUrgentForAll(at endpoint: EndpointID, after accepted: Instant? = nil) -> Bool {
        open.values.contains { question in
            question.endpoint == endpoint && question.isForAll && question.isUrgent
                && accepted.map { $0 < question.began } ?? true
        }
    }

    /// Gives one up for an order: those that confirm orders last, the oldest first; one at a time.
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
