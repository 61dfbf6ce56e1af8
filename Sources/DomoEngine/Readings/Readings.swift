import DomoModel

/// The readings of all elements. Elements without readings take no memory.
struct Readings: Sendable {
    private var states = ElementTable<State>()
    /// Facets that are no longer stale since their endpoint became reachable again.
    private var returned: [(ElementID, FacetType)] = []
    /// Elements with facets that were verified, whether their values changed or not.
    private var verified: [ElementID] = []

    subscript(id: ElementID) -> State { states[id] ?? State() }

    /// Changes what is known of an element.
    mutating func update<Result>(_ id: ElementID, _ body: (inout State) -> Result) -> Result {
        body(&states[id, default: State()])
    }

    func reading(_ id: ElementID, _ type: FacetType) -> Reading? { states[id]?[type] }

    // MARK: - New readings

    /// An order for the element was sent or ended.
    mutating func noteCommand(of id: ElementID, at now: Instant) {
        states[id, default: State()].commanded = now
    }

    /// A link reported a facet unasked.
    mutating func notePush(_ type: FacetType, of id: ElementID, at now: Instant) {
        states[id, default: State()].pushed[type] = now
    }

    /// True if the result of a query that began then is newer than the last unsolicited report.
    func isNews(_ type: FacetType, of id: ElementID, since start: Instant) -> Bool {
        states[id]?.pushed[type].map { $0 <= start } ?? true
    }

    /// True if a report from that time is outdated by an order or a later report.
    func isOld(_ type: FacetType, of id: ElementID, reportedAt moment: Instant) -> Bool {
        guard let state = states[id] else { return false }
        return !isSettled(id, since: moment) || state.facets.contains { $0.type == type && moment < $0.updated }
    }

    /// True if a query that began then shows the state after the last order.
    func isSettled(_ id: ElementID, since start: Instant) -> Bool {
        states[id]?.commanded.map { $0 < start } ?? true
    }

    /// An order was accepted.
    /// - Returns: the types whose readings changed.
    mutating func accept(
        _ ordered: Value,
        for id: ElementID,
        types: FacetTypes,
        at now: Instant,
        by cause: Cause
    ) -> [FacetType] {
        states[id, default: State()].accept(ordered, types: types, at: now, by: cause)
    }

    /// The house reported a state; nil if it doesn't know.
    ///
    /// - Parameters:
    ///   - order: the cause of the order that this confirms; nil if it confirms none. A level or number may then differ
    ///     from the ordered one as long as it agrees with it: 41 for 40, 21.5 for 21.46.
    ///   - precision: the smallest difference between two values of the facet, if known.
    ///   - source: who reported it.
    ///   - isAnswer: it answers a read.
    /// - Returns: true if the reading changed.
    mutating func observe(
        _ value: Value?,
        _ type: FacetType,
        of id: ElementID,
        at now: Instant,
        confirming order: Cause? = nil,
        precision: Decimal? = nil,
        by source: Cause = .house,
        isAnswer: Bool = false
    ) -> Bool {
        guard let value else { return makeStale(type, of: id) }
        verify(type, of: id, value, isAnswer: isAnswer, at: now)
        return states[id, default: State()].observe(
            value,
            type,
            at: now,
            confirming: order,
            precision: precision,
            by: source
        )
    }

    /// What is known of a facet of a cover; nil for nothing.
    ///
    /// - Parameters:
    ///   - isUpdate: it was ordered or reported now, whether that changed it or not.
    ///   - isAnswer: it answers a read.
    mutating func show(
        _ known: Cover.Known?,
        _ type: FacetType,
        of id: ElementID,
        isUpdate: Bool,
        isAnswer: Bool = false,
        at now: Instant,
        by cause: Cause
    ) {
        if isUpdate, let known, known.certainty == .confirmed {
            verify(type, of: id, known.value, isAnswer: isAnswer, at: now)
        }
        states[id, default: State()].show(known, type, isUpdate: isUpdate, at: now, by: cause)
    }

    /// A reading of the previous run, which may be outdated. Present readings are newer; of twins the latest reading
    /// counts.
    ///
    /// - Returns: true if it counts.
    mutating func remember(_ reading: Reading, _ type: FacetType, of id: ElementID, at now: Instant) -> Bool {
        var state = states[id] ?? State()
        guard reading.value?.type == type, state[type].map({ $0.isStale && $0.since < reading.since }) ?? true else {
            return false
        }
        var reading = reading
        reading.isStale = true
        state.set(type, to: reading, updated: now)
        if let level = reading.value?.levelAboveZero { state.lastLevel = level }
        states[id] = state
        return true
    }

    /// An order may or may not have been carried out: the readings of the facets it moves become stale.
    /// - Returns: the types whose readings changed.
    mutating func makeStale(_ ordered: Value, for id: ElementID, types: FacetTypes) -> [FacetType] {
        types.filter { $0.moves(with: ordered.type) && makeStale($0, of: id) }
    }

    /// - Returns: the types whose readings changed.
    mutating func makeStale(_ types: [FacetType], of id: ElementID) -> [FacetType] {
        types.filter { makeStale($0, of: id) }
    }

    /// A facet was moved to an unknown value: what it was before is stale, and what was only assumed, such as the last
    /// level of a lamp that was off, is unknown.
    ///
    /// - Returns: true if its reading changed.
    mutating func noteUnseenMove(_ type: FacetType, of id: ElementID, at now: Instant) -> Bool {
        guard let reading = states[id]?[type], reading.certainty == .assumed, !reading.isStale else {
            return makeStale(type, of: id)
        }
        states[id]?.set(type, to: nil, updated: now)
        return true
    }

    /// An element may have moved in an unknown way.
    /// - Returns: the types whose readings changed.
    mutating func makeAllStale(of id: ElementID) -> [FacetType] { makeStale(self[id].facets.map(\.type), of: id) }

    /// - Returns: true if that is new.
    private mutating func makeStale(_ type: FacetType, of id: ElementID) -> Bool {
        guard let reading = states[id]?[type], !reading.isStale else { return false }
        states[id]?.update(type) { facet in
            facet.reading.isStale = true
            facet.isUnverified = false
        }
        return true
    }

    // MARK: - Missed reports

    /// Reports may have been missed.
    ///
    /// - Parameter verification: how a facet is verified; nil for one that is not concerned.
    /// - Returns: the facets that can't be verified, in the order of the houses.
    mutating func noteMissedReports(
        _ verification: (ElementID, FacetType) -> Verification?
    ) -> [(ElementID, FacetType)] {
        var lost: [(ElementID, FacetType)] = []
        for id in states.keys {
            for facet in states[id]?.facets ?? [] where !facet.reading.isStale {
                switch verification(id, facet.type) {
                case .byReading: states[id]?.update(facet.type) { $0.isUnverified = true }
                case .impossible: lost.append((id, facet.type))
                case nil: break
                }
            }
        }
        return lost
    }

    private mutating func verify(
        _ type: FacetType,
        of id: ElementID,
        _ value: Value,
        isAnswer: Bool,
        at now: Instant
    ) {
        let isSame = self[id][type]?.value == value
        if states[id]?.verify(type, isAnswer: isAnswer && isSame, at: now) == true { verified.append(id) }
    }

    /// - Returns: the elements with facets that were verified since the last call: conditions that have held for a time
    ///   go on.
    mutating func takeVerified() -> [ElementID] {
        guard !verified.isEmpty else { return [] }
        defer { verified = [] }
        return verified
    }

    /// Time has passed: readings older than their maximum age become stale.
    ///
    /// - Parameter maximumAge: the facet's maximum age; nil if it is not selected, or does not become stale with age.
    /// - Returns: the newly stale facets, and when the next one becomes stale.
    mutating func expire(
        at now: Instant,
        maximumAge: (ElementID, FacetType) -> Duration?
    ) -> (stale: [(ElementID, FacetType)], next: Instant?) {
        var stale: [(ElementID, FacetType)] = []
        var next: Instant?
        for (id, state) in states {
            for facet in state.facets where !facet.reading.isStale {
                guard let age = maximumAge(id, facet.type) else { continue }
                let end = facet.updated + age
                if end <= now { stale.append((id, facet.type)) } else { next.lower(to: end) }
            }
        }
        // Within an element in the order of its types, regardless of which was reported first.
        stale.sort { ($0.0.number, $0.1.rawValue) < ($1.0.number, $1.1.rawValue) }
        for (id, type) in stale { _ = makeStale(type, of: id) }
        return (stale, next)
    }

    /// Makes all matching readings stale.
    mutating func makeAllStale(where matches: (ElementID, FacetType) -> Bool) {
        for (id, state) in states {
            for facet in state.facets where matches(id, facet.type) { _ = makeStale(facet.type, of: id) }
        }
    }

    /// - Returns: the facets that are no longer stale since their endpoint became reachable again, in the order of the
    ///   houses.
    mutating func takeReturned() -> [(ElementID, FacetType)] {
        guard !returned.isEmpty else { return [] }
        defer { returned = [] }
        return returned.sorted { ($0.0.number, $0.1.rawValue) < ($1.0.number, $1.1.rawValue) }
    }

    /// An endpoint is reachable again: its facets were not observed in the meantime.
    mutating func resumeWatch(at now: Instant, where matches: (ElementID, FacetType) -> Bool) {
        for id in states.keys {
            guard var state = states[id] else { continue }
            for number in state.facets.indices where matches(id, state.facets[number].type) {
                state.facets[number].watched = now
                if !state.facets[number].reading.isStale { returned.append((id, state.facets[number].type)) }
            }
            states[id] = state
        }
    }

    /// Keeps readings under the numbers of a load, only of types that the elements still have. Facets with another
    /// source become stale.
    mutating func load(_ load: PreparedLoad) {
        for facet in load.rerouted { _ = makeStale(facet.type, of: facet.element) }
        for id in load.reduced {
            guard let place = load.number(of: id) else { continue }
            states[id]?.facets.removeAll { !load.houses.types(of: place).contains($0.type) }
        }
        guard load.numbers != nil else { return }
        let before = states
        states = ElementTable()
        for (id, state) in before {
            guard let place = load.number(of: id) else { continue }
            // Elements that became twins: the last reading counts for both.
            if let other = states[place]?.lastUpdate, state.lastUpdate.map({ $0 < other }) ?? true { continue }
            states[place] = state
        }
    }
}

extension Reading {
    /// The value, unless it is stale.
    var fresh: Value? { isStale ? nil : value }

    /// The value, unless it is stale or only assumed.
    var confirmed: Value? { certainty == .confirmed ? fresh : nil }
}
