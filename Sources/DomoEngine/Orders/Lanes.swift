import DomoModel

/// The orders that have not ended, a lane for each element: one at a time, in the order in which they came; and which
/// lanes wait for nothing but their endpoint.
struct Lanes: Sendable {
    /// The orders of one element.
    struct Lane: Sendable {
        enum Phase: Sendable {
            /// In its endpoint's queue. → `inFlight`
            case ready
            /// → `backingOff` when the try failed, `ready` when the order ended.
            case inFlight(Dispatch.ID)
            /// The current order waits for its next try. → `ready`
            case backingOff
        }

        var phase = Phase.ready
        /// The order whose turn it is.
        var current: OrderID?
        /// Behind it; those that ended meanwhile are skipped when their turn comes.
        var waiting = Queue<OrderID>()
        /// The newest order, ended or not.
        var newest: OrderID?
    }

    private var orders: [OrderID: PendingOrder] = [:]
    private var lanes: [ElementID: Lane] = [:]
    /// For each endpoint the elements whose next order may be sent, and how many orders are not in flight.
    private var ready: [Queue<ElementID>] = []
    private var waiting: [Int] = []

    var count: Int { orders.count }
    var laneCount: Int { lanes.count }
    var waitingCount: Int { waiting.reduce(0, +) }
    /// In the order in which they were given.
    var inOrder: [PendingOrder] { orders.values.sorted { $0.id.number < $1.id.number } }

    subscript(id: OrderID) -> PendingOrder? { orders[id] }
    subscript(element: ElementID) -> Lane? { lanes[element] }

    func hasReady(_ endpoint: EndpointID) -> Bool { !ready[endpoint.number].isEmpty }
    var hasReady: Bool { ready.contains { !$0.isEmpty } }
    func waiting(for endpoint: EndpointID) -> Int { waiting[endpoint.number] }

    mutating func set(_ order: PendingOrder) { orders[order.id] = order }

    // MARK: - In and out

    /// Puts an order at the end of its lane.
    mutating func append(_ order: PendingOrder) {
        orders[order.id] = order
        waiting[order.endpoint.number] += 1
        let isNew = lanes[order.element] == nil
        lanes[order.element, default: Lane()].waiting.append(order.id)
        lanes[order.element]?.newest = order.id
        if isNew { ready[order.endpoint.number].append(order.element) }
    }

    /// Takes an order that is not in flight out, for good.
    mutating func remove(_ order: PendingOrder) {
        orders[order.id] = nil
        waiting[order.endpoint.number] -= 1
    }

    /// Takes the newest order, which waits or backs off, out of its lane.
    mutating func removeNewest(_ order: PendingOrder) {
        remove(order)
        guard lanes[order.element]?.current == order.id else {
            lanes[order.element]?.waiting.removeLast()
            return
        }
        lanes[order.element]?.current = nil
        if case .backingOff? = lanes[order.element]?.phase {
            lanes[order.element]?.phase = .ready
            ready[order.endpoint.number].append(order.element)
        }
    }

    // MARK: - Whose turn it is

    /// The next element whose order an endpoint may be sent.
    mutating func popReady(_ endpoint: EndpointID) -> ElementID? { ready[endpoint.number].popFirst() }

    /// Takes the next order of a lane that is ready.
    ///
    /// - Returns: nil, and the lane is gone, where there is none; nil as well for a lane that ended while it stood in the
    ///   queue, or stands there twice.
    mutating func takeNext(of element: ElementID) -> PendingOrder? {
        guard var lane = lanes[element], case .ready = lane.phase else { return nil }
        while let id = lane.current ?? lane.waiting.popFirst() {
            lane.current = nil
            guard let order = orders[id] else { continue }
            lanes[element] = lane
            return order
        }
        lanes[element] = nil
        return nil
    }

    /// The order whose turn it is goes to another endpoint than the one whose queue it stood in.
    mutating func postpone(_ order: PendingOrder) {
        lanes[order.element]?.current = order.id
        ready[order.endpoint.number].append(order.element)
    }

    mutating func began(_ order: PendingOrder, _ dispatch: Dispatch.ID) {
        orders[order.id] = order
        lanes[order.element]?.current = order.id
        lanes[order.element]?.phase = .inFlight(dispatch)
        waiting[order.endpoint.number] -= 1
    }

    /// A dispatch was reported, or is not waited for any more.
    mutating func landed(_ order: PendingOrder) {
        waiting[order.endpoint.number] += 1
    }

    mutating func backOff(_ order: PendingOrder) {
        orders[order.id] = order
        lanes[order.element]?.phase = .backingOff
    }

    /// The current order of a lane may be tried again, or has ended.
    mutating func makeReady(_ element: ElementID, endingCurrent: Bool) {
        if endingCurrent { lanes[element]?.current = nil }
        guard let lane = lanes[element] else { return }
        guard let next = lane.current ?? lane.waiting.first else {
            lanes[element] = nil
            return
        }
        lanes[element]?.phase = .ready
        // One that ended meanwhile is skipped when its turn comes, at whatever endpoint.
        let endpoint = orders[next]?.endpoint ?? nextEndpoint(of: lane)
        guard let endpoint else {
            lanes[element] = nil
            return
        }
        ready[endpoint.number].append(element)
    }

    private func nextEndpoint(of lane: Lane) -> EndpointID? {
        var waiting = lane.waiting
        while let id = waiting.popFirst() {
            if let order = orders[id] { return order.endpoint }
        }
        return nil
    }

    // MARK: - Loads

    /// Begins with nothing but so many endpoints.
    mutating func clear(endpoints: Int) -> (orders: [PendingOrder], lanes: [ElementID: Lane]) {
        let before = (inOrder, lanes)
        orders = [:]
        lanes = [:]
        ready = Array(repeating: Queue(), count: endpoints)
        waiting = Array(repeating: 0, count: endpoints)
        return before
    }

    /// Takes in an order that a load moved, in the order in which they were given.
    mutating func restore(_ order: PendingOrder, _ phase: Lane.Phase, isCurrent: Bool) {
        orders[order.id] = order
        var lane = lanes[order.element] ?? Lane()
        if isCurrent {
            lane.current = order.id
            lane.phase = phase
        } else {
            lane.waiting.append(order.id)
        }
        if case .inFlight = phase, isCurrent {} else { waiting[order.endpoint.number] += 1 }
        lane.newest = order.id
        lanes[order.element] = lane
    }

    /// After all were restored: those that wait for nothing but their endpoint, in the order in which they came.
    mutating func queueRestored(_ elements: [ElementID]) {
        for element in elements {
            guard let lane = lanes[element], case .ready = lane.phase,
                let next = (lane.current ?? lane.waiting.first).flatMap({ orders[$0] })
            else { continue }
            ready[next.endpoint.number].append(element)
        }
    }
}
