import DomoModel

/// The orders that have not ended, in one lane per element: one order at a time, in order of arrival; and the lanes
/// that only wait for their endpoint. Slats share the lane of the cover whose motor turns them.
struct Lanes: Sendable {
    /// The orders of one element, and of its slats.
    struct Lane: Sendable {
        enum Phase: Sendable {
            /// In its endpoint's queue. → `inFlight`
            case ready
            /// → `backingOff` if the try failed, `ready` if the order ended.
            case inFlight(Dispatch.ID)
            /// The current order waits for its next try. → `ready`
            case backingOff
        }

        var phase = Phase.ready
        /// The current order.
        var current: OrderID?
        /// The orders behind it; those that have ended are skipped when it is their turn.
        var waiting = Queue<OrderID>()
        /// The newest order, ended or not.
        var newest: OrderID?
        /// The number of its unfinished orders, by priority.
        var unfinished: InlineArray<3, Int> = .init(repeating: 0)
        /// The queue that the lane is in; nil if it is in none.
        var queued: (endpoint: EndpointID, priority: Priority)?
        /// The endpoint of its first order, and whether another order has a different one.
        private var first: EndpointID?
        private(set) var isSplit = false

        /// - Returns: the endpoint to queue the lane at again; nil if its place does not change.
        mutating func append(_ order: PendingOrder) -> EndpointID? {
            let isFirst = newest == nil
            waiting.append(order.id)
            note(order)
            if isFirst { return order.endpoint }
            return queued.flatMap { order.priority.rawValue < $0.priority.rawValue ? $0.endpoint : nil }
        }

        /// Counts a new order.
        mutating func note(_ order: PendingOrder) {
            newest = order.id
            unfinished[order.priority.rawValue] += 1
            if let first, first != order.endpoint { isSplit = true }
            first = first ?? order.endpoint
        }

        /// - Returns: true if the lane is queued, possibly at another endpoint than its next order needs.
        mutating func noteEnd(of order: PendingOrder) -> Bool {
            unfinished[order.priority.rawValue] -= 1
            return isSplit && queued != nil
        }

        mutating func begin(_ order: OrderID, _ dispatch: Dispatch.ID) {
            current = order
            phase = .inFlight(dispatch)
        }

        /// Called when the lane is first in a queue.
        /// - Returns: false if the order that raised its priority has ended: the lane has to wait longer.
        mutating func leave(_ priority: Priority) -> Bool {
            queued = nil
            return priority.rawValue >= self.priority.rawValue
        }

        /// The current order, or the next.
        mutating func next(where isOpen: (OrderID) -> Bool) -> OrderID? {
            while let id = current ?? waiting.popFirst() {
                current = nil
                if isOpen(id) { return id }
            }
            return nil
        }

        /// The priority of the most urgent order: orders in front of it inherit it.
        var priority: Priority { Priority.allCases.first { unfinished[$0.rawValue] > 0 } ?? .trigger }
    }

    private var orders: [OrderID: PendingOrder] = [:]
    private var lanes: [ElementID: Lane] = [:]
    /// For each endpoint the elements whose next order may be sent, and the number of orders that are not in flight.
    private var ready: [ReadyElements] = []
    private var waiting: [Int] = []

    /// The number of orders that were given above their rate.
    private var held = 0

    var count: Int { orders.count }
    var hasHeld: Bool { held > 0 }
    var laneCount: Int { lanes.count }
    var waitingCount: Int { waiting.reduce(0, +) }
    /// In the order in which they were given.
    var inOrder: [PendingOrder] { orders.values.sorted { $0.id.number < $1.id.number } }

    subscript(id: OrderID) -> PendingOrder? { orders[id] }
    subscript(element: ElementID) -> Lane? { lanes[element] }

    func hasReady(_ endpoint: EndpointID) -> Bool { !ready[endpoint.number].isEmpty }
    var hasReady: Bool { ready.contains { !$0.isEmpty } }
    /// True if no order for the element is in flight.
    func isIdle(_ element: ElementID) -> Bool {
        if case .inFlight? = lanes[element]?.phase { false } else { true }
    }
    /// True if the order waits for its next try.
    func isBackingOff(_ order: PendingOrder) -> Bool {
        guard let lane = lanes[order.lane], case .backingOff = lane.phase else { return false }
        return lane.current == order.id
    }

    func waiting(for endpoint: EndpointID) -> Int { waiting[endpoint.number] }

    mutating func set(_ order: PendingOrder) { orders[order.id] = order }

    /// Changes an order in place.
    mutating func update<Result>(_ id: OrderID, _ body: (inout PendingOrder) -> Result) -> Result? {
        orders.index(forKey: id).map { body(&orders.values[$0]) }
    }

    /// Takes an order out for a change. The caller puts it back, unless it has ended.
    mutating func removeOrder(_ id: OrderID) -> PendingOrder? { orders.removeValue(forKey: id) }

    // MARK: - In and out

    /// Appends an order to its lane.
    mutating func append(_ order: PendingOrder) {
        orders[order.id] = order
        if order.notBefore != nil { held += 1 }
        waiting[order.endpoint.number] += 1
        if let endpoint = lanes[order.lane, default: Lane()].append(order) { requeue(order.lane, at: endpoint) }
    }

    /// Moves a waiting order to the front of its lane, behind one that is in flight.
    mutating func moveToFront(_ order: PendingOrder) {
        guard var lane = lanes[order.lane], lane.current != order.id else { return }
        lane.waiting.removeAll { $0 == order.id }
        if case .inFlight = lane.phase {
            lane.waiting.prepend(order.id)
            lanes[order.lane] = lane
            return
        }
        if let current = lane.current { lane.waiting.prepend(current) }
        lane.current = nil
        lane.waiting.prepend(order.id)
        lane.phase = .ready
        lanes[order.lane] = lane
        requeue(order.lane, at: order.endpoint)
    }

    private mutating func queue(_ element: ElementID, at endpoint: EndpointID) {
        if let place = lanes.index(forKey: element) { queue(place, at: endpoint) }
    }

    private mutating func queue(_ place: Dictionary<ElementID, Lane>.Index, at endpoint: EndpointID) {
        let priority = lanes.values[place].priority
        lanes.values[place].queued = (endpoint, priority)
        let account = nextOrder(of: lanes.values[place])?.account
        ready[endpoint.number].append(lanes.keys[place], priority, of: account)
    }

    /// Moves the lane to the endpoint's queue, with its present priority.
    private mutating func requeue(_ element: ElementID, at endpoint: EndpointID) {
        guard let place = lanes.index(forKey: element) else { return }
        if let queued = lanes.values[place].queued {
            guard queued.endpoint != endpoint || queued.priority != lanes.values[place].priority else { return }
            ready[queued.endpoint.number].remove(element, queued.priority)
        }
        queue(place, at: endpoint)
    }

    /// Removes an order that is not in flight, for good.
    mutating func remove(_ order: PendingOrder) {
        orders[order.id] = nil
        if order.notBefore != nil { held -= 1 }
        waiting[order.endpoint.number] -= 1
        // The next order may have another endpoint than the one the lane is queued at.
        guard lanes[order.lane]?.noteEnd(of: order) == true, let lane = lanes[order.lane],
            let next = nextOrder(of: lane)
        else { return }
        requeue(order.lane, at: next.endpoint)
    }

    /// The unfinished orders of a lane, in the order in which they were given.
    func orders(in element: ElementID) -> [PendingOrder] {
        guard let lane = lanes[element] else { return [] }
        return ([lane.current].compactMap { $0 } + lane.waiting.all).compactMap { orders[$0] }
    }

    /// Removes the newest order, which is waiting or backing off, from its lane.
    mutating func removeNewest(_ order: PendingOrder) {
        remove(order)
        guard lanes[order.lane]?.current == order.id else {
            lanes[order.lane]?.waiting.removeLast()
            return
        }
        lanes[order.lane]?.current = nil
        if case .backingOff? = lanes[order.lane]?.phase {
            lanes[order.lane]?.phase = .ready
            queue(order.lane, at: order.endpoint)
        }
    }

    /// The last order in the lane, if it is a waiting level that the new order makes pointless.
    func superseded(by order: PendingOrder) -> PendingOrder? {
        guard order.isAbsoluteLevel, let lane = lanes[order.lane], let newest = lane.newest.flatMap({ orders[$0] }),
            newest.isLevel, newest.element == order.element
        else { return nil }
        if case .inFlight = lane.phase, lane.current == newest.id { return nil }
        return newest
    }

    /// True if an order can still be withdrawn: it was not sent, or waits for another try.
    func isWithdrawable(_ id: OrderID) -> Bool {
        guard let order = orders[id], let lane = lanes[order.lane] else { return false }
        if lane.current == id, case .inFlight = lane.phase { return false }
        return true
    }

    // MARK: - Whose turn it is

    /// The next element with an order that may be sent to the endpoint.
    mutating func popReady(_ endpoint: EndpointID, _ admission: Links.Admission) -> ElementID? {
        guard hasReady(endpoint) else { return nil }
        return switch admission {
        case .none: nil
        case .firstTries: popFirstTry(endpoint)
        case .all: popReady(endpoint)
        }
    }

    private mutating func popReady(_ endpoint: EndpointID) -> ElementID? {
        while let (element, priority) = ready[endpoint.number].popFirst() {
            if lanes[element]?.leave(priority) != false { return element }
            queue(element, at: endpoint)
        }
        return nil
    }

    /// The next element with an order that somebody waits for and that was never sent.
    private mutating func popFirstTry(_ endpoint: EndpointID) -> ElementID? {
        let isFirstTry = { [self] (element: ElementID) in
            lanes[element].flatMap { nextOrder(of: $0) }.map { $0.priority == .person && $0.attempts == 0 } ?? false
        }
        guard let element = ready[endpoint.number].popFirst(.person, where: isFirstTry) else { return nil }
        lanes[element]?.queued = nil
        return element
    }

    /// Takes the next order of a ready lane.
    ///
    /// - Returns: nil if there is none, and the lane is then removed; also nil if the lane ended while it was queued,
    ///   or is queued twice.
    mutating func takeNext(of element: ElementID) -> PendingOrder? {
        guard let place = lanes.index(forKey: element), case .ready = lanes.values[place].phase else { return nil }
        if let id = lanes.values[place].next(where: { orders[$0] != nil }) { return removeOrder(id) }
        lanes.remove(at: place)
        return nil
    }

    /// The current order has another endpoint than the queue it was in.
    mutating func postpone(_ order: PendingOrder) {
        orders[order.id] = order
        lanes[order.lane]?.current = order.id
        queue(order.lane, at: order.endpoint)
    }

    mutating func began(_ order: PendingOrder, _ dispatch: Dispatch.ID) {
        orders[order.id] = order
        lanes[order.lane]?.begin(order.id, dispatch)
        waiting[order.endpoint.number] -= 1
    }

    /// A dispatch has an outcome, or is no longer waited for.
    mutating func landed(_ order: PendingOrder) {
        waiting[order.endpoint.number] += 1
    }

    /// The current order may not be sent yet.
    mutating func hold(_ order: PendingOrder) {
        lanes[order.lane]?.current = order.id
        backOff(order)
    }

    mutating func backOff(_ order: PendingOrder) {
        orders[order.id] = order
        lanes[order.lane]?.phase = .backingOff
    }

    /// The current order of a lane may be tried again, or has ended.
    mutating func makeReady(_ element: ElementID, endingCurrent: Bool) {
        guard let place = lanes.index(forKey: element) else { return }
        if endingCurrent { lanes.values[place].current = nil }
        guard let next = nextOrder(of: lanes.values[place]) else {
            lanes.remove(at: place)
            return
        }
        lanes.values[place].phase = .ready
        queue(place, at: next.endpoint)
    }

    /// The current order, or the next; skips those that have ended.
    private func nextOrder(of lane: Lane) -> PendingOrder? {
        if let order = lane.current.flatMap({ orders[$0] }) { return order }
        for id in lane.waiting.all {
            if let order = orders[id] { return order }
        }
        return nil
    }

    // MARK: - Loads

    /// Applies a new load.
    ///
    /// - Parameters:
    ///   - element: an element's new number.
    ///   - lane: the lane of an element (by its new number).
    ///   - route: the endpoint for an order of an element (by its new number); nil if the order ends.
    /// - Returns: the orders that ended, with their phase.
    mutating func load(
        endpoints: Int,
        element: (ElementID) -> ElementID?,
        lane laneOf: (ElementID) -> ElementID,
        route: (ElementID, PendingOrder) -> EndpointID?
    ) -> [(PendingOrder, Lane.Phase)] {
        let (orders, lanes) = (inOrder, lanes)
        self = Lanes()
        ready = Array(repeating: ReadyElements(), count: endpoints)
        waiting = Array(repeating: 0, count: endpoints)
        var left: [(PendingOrder, Lane.Phase)] = []
        // In the order of their first orders.
        var moved: [ElementID] = []
        var known: Set<ElementID> = []
        for var order in orders {
            guard let lane = lanes[order.lane] else { continue }
            let isCurrent = lane.current == order.id
            let phase = isCurrent ? lane.phase : .ready
            guard let place = element(order.element), let target = route(place, order) else {
                left.append((order, phase))
                continue
            }
            order.element = place
            order.lane = laneOf(place)
            if known.insert(order.lane).inserted { moved.append(order.lane) }
            // What was sent stays at its endpoint; only waiting orders move to the new one.
            order.endpoint = target
            restore(order, phase, isCurrent: isCurrent)
        }
        queueRestored(moved)
        return left
    }

    /// Restores an order that a load moved; called in the order in which they were given.
    private mutating func restore(_ order: PendingOrder, _ phase: Lane.Phase, isCurrent: Bool) {
        orders[order.id] = order
        if order.notBefore != nil { held += 1 }
        var lane = lanes[order.lane] ?? Lane()
        if isCurrent {
            lane.current = order.id
            lane.phase = phase
        } else {
            lane.waiting.append(order.id)
        }
        if case .inFlight = phase, isCurrent {} else { waiting[order.endpoint.number] += 1 }
        lane.note(order)
        lanes[order.lane] = lane
    }

    /// After all are restored: queues the lanes that only wait for their endpoint, in the order of their first orders.
    private mutating func queueRestored(_ elements: [ElementID]) {
        for element in elements {
            if let stop = orders(in: element).last(where: { $0.value == .stop }) { moveToFront(stop) }
            guard let lane = lanes[element], case .ready = lane.phase, lane.queued == nil,
                let next = nextOrder(of: lane)
            else { continue }
            queue(element, at: next.endpoint)
        }
    }
}
