import DomoModel

/// What is known of the elements. Elements of which nothing is known take no room.
struct Readings: Sendable {
    struct Facet: Sendable {
        let type: FacetType
        var reading: Reading
        /// When it was last heard of: ordered, or told by the house.
        var heard: Instant
        /// When this value came to be known.
        var changed: Instant
        /// When the house first reported this value; nil while it rests on an order alone.
        var confirmed: Instant?
        /// Since when it has been watched without a break, whatever its value: it was not stale, and its server was not
        /// unreachable.
        var watched: Instant

        /// As everybody is shown it: stale too where its server is unreachable, or where it was not heard of for too long.
        func shown(isUnreachable: Bool, maximumAge: Duration?, at now: Instant) -> Reading {
            var reading = reading
            if isUnreachable { reading.isStale = true }
            if let maximumAge, heard + maximumAge <= now { reading.isStale = true }
            return reading
        }
    }

    struct State: Sendable {
        /// By type, at most one each.
        var facets: [Facet] = []
        /// The last level above 0: what `on` brings back.
        var lastLevel: Percent?
        /// When its link last reported a facet by itself: what a query found that began before is older.
        var pushed: [FacetType: Instant] = [:]
        /// When an order for it last went out or came to its end: what a query told that began before says nothing.
        var touched: Instant?

        /// When any of its facets was last heard of.
        fileprivate var lastHeard: Instant? { facets.map(\.heard).max() }

        subscript(type: FacetType) -> Reading? { facets.first { $0.type == type }?.reading }

        mutating func set(_ type: FacetType, to reading: Reading?, heard: Instant) {
            let known = facets.first { $0.type == type }
            facets.removeAll { $0.type == type }
            guard let reading else { return }
            let facet = Facet(
                type: type,
                reading: reading,
                heard: heard,
                changed: heard,
                confirmed: reading.certainty == .confirmed ? heard : nil,
                watched: known.flatMap { $0.reading.isStale ? nil : $0.watched } ?? heard
            )
            facets.append(facet)
        }

        mutating func update(_ type: FacetType, _ body: (inout Facet) -> Void) {
            guard let index = facets.firstIndex(where: { $0.type == type }) else { return }
            body(&facets[index])
        }
    }

    private var states = ElementTable<State>()
    private var movements = Movements()
    /// Those that are not stale any more since their endpoint is reachable again.
    private var returned: [(ElementID, FacetType)] = []

    subscript(id: ElementID) -> State { states[id] ?? State() }

    func reading(_ id: ElementID, _ type: FacetType) -> Reading? { states[id]?[type] }

    // MARK: - What is on its way

    var held: [String: Int] { ["movements": movements.count] }
    /// When something is due by itself.
    var earliest: Instant? { movements.earliest }

    func isMoving(_ id: ElementID, _ type: FacetType) -> Bool { movements.contains(id, type) }

    /// - Returns: true where that is new.
    mutating func note(isMoving: Bool, _ type: FacetType, of id: ElementID, at now: Instant) -> Bool {
        movements.note(isMoving, id, type, at: now)
    }

    /// - Returns: what was on its way for so long that it is not believed any more.
    mutating func wake(at now: Instant) -> [(ElementID, FacetType)] { movements.wake(at: now) }

    // MARK: - What becomes known

    /// Something was sent to the element, or came to its end.
    mutating func touch(_ id: ElementID, at now: Instant) {
        states[id, default: State()].touched = now
    }

    /// A link reported a facet by itself.
    mutating func notePush(_ type: FacetType, of id: ElementID, at now: Instant) {
        states[id, default: State()].pushed[type] = now
    }

    /// True where a query that began then found something newer than what was last pushed.
    func isNews(_ type: FacetType, of id: ElementID, since start: Instant) -> Bool {
        states[id]?.pushed[type].map { $0 <= start } ?? true
    }

    /// True where what was heard then is overtaken: by an order, or by what was heard later.
    func isOld(_ type: FacetType, of id: ElementID, heard: Instant) -> Bool {
        guard let state = states[id] else { return false }
        return !isSettled(id, since: heard) || state.facets.contains { $0.type == type && heard < $0.heard }
    }

    /// True where a query that began then tells of the time after the last order.
    func isSettled(_ id: ElementID, since start: Instant) -> Bool {
        states[id]?.touched.map { $0 < start } ?? true
    }

    /// Takes in that an action was accepted.
    /// - Returns: the types whose readings changed.
    mutating func accept(
        _ action: Value,
        for id: ElementID,
        types: FacetTypes,
        at now: Instant,
        by cause: Cause
    ) -> [FacetType] {
        states[id, default: State()].accept(action, types: types, at: now, by: cause)
    }

    /// Takes in what the house says of itself; nil where it says that it doesn't know.
    ///
    /// - Parameters:
    ///   - order: who gave the order that this confirms; nil where it confirms none. A level or a number that an order led
    ///     to may be another one that agrees with it: 41 for 40, 21.5 for 21.46.
    ///   - precision: the least difference that the facet knows, where it is known.
    /// - Returns: true where the reading changed.
    mutating func observe(
        _ value: Value?,
        _ type: FacetType,
        of id: ElementID,
        at now: Instant,
        confirming order: Cause? = nil,
        precision: Decimal? = nil
    ) -> Bool {
        guard let value else { return doubt(type, of: id) }
        return states[id, default: State()].observe(value, type, at: now, confirming: order, precision: precision)
    }

    /// What the previous run knew, which may no longer hold. What is known now is newer, and of elements that are one thing
    /// the last reading holds.
    mutating func remember(_ reading: Reading, _ type: FacetType, of id: ElementID, at now: Instant) {
        var state = states[id] ?? State()
        guard reading.value?.type == type, state[type].map({ $0.isStale && $0.since < reading.since }) ?? true else {
            return
        }
        var reading = reading
        reading.isStale = true
        state.set(type, to: reading, heard: now)
        if let level = reading.value?.levelAboveZero { state.lastLevel = level }
        states[id] = state
    }

    /// Takes in that an action may or may not have been carried out: what was known of the facets it moves is in doubt.
    /// - Returns: the types whose readings changed.
    mutating func doubt(_ action: Value, for id: ElementID, types: FacetTypes) -> [FacetType] {
        types.filter { $0.moves(with: action.type) && doubt($0, of: id) }
    }

    /// Takes in that an element may have been moved in an unknown way.
    /// - Returns: the types whose readings changed.
    mutating func doubtAll(of id: ElementID) -> [FacetType] {
        self[id].facets.map(\.type).filter { doubt($0, of: id) }
    }

    /// - Returns: true where that is new.
    private mutating func doubt(_ type: FacetType, of id: ElementID) -> Bool {
        guard let reading = states[id]?[type], !reading.isStale else { return false }
        states[id]?.update(type) { $0.reading.isStale = true }
        return true
    }

    /// Takes in that time has passed: what was not heard of for longer than its maximum age is stale.
    ///
    /// - Parameter maximumAge: of a facet; nil for one that is not meant, or that age does not make stale.
    /// - Returns: what became so now, and when there is more to become so.
    mutating func expire(
        at now: Instant,
        maximumAge: (ElementID, FacetType) -> Duration?
    ) -> (stale: [(ElementID, FacetType)], next: Instant?) {
        var stale: [(ElementID, FacetType)] = []
        var next: Instant?
        for (id, state) in states {
            for facet in state.facets where !facet.reading.isStale {
                guard let age = maximumAge(id, facet.type) else { continue }
                let end = facet.heard + age
                if end <= now { stale.append((id, facet.type)) } else { next.lower(to: end) }
            }
        }
        // Of one element in the order of its types, whichever was known first.
        stale.sort { ($0.0.number, $0.1.rawValue) < ($1.0.number, $1.1.rawValue) }
        for (id, type) in stale { _ = doubt(type, of: id) }
        return (stale, next)
    }

    /// All of them may no longer hold.
    mutating func doubtAll(where isMeant: (ElementID, FacetType) -> Bool) {
        movements.end(where: isMeant)
        for (id, state) in states {
            for facet in state.facets where isMeant(id, facet.type) { _ = doubt(facet.type, of: id) }
        }
    }

    /// - Returns: those that are not stale any more since their endpoint is reachable again, in the order of the houses.
    mutating func takeReturned() -> [(ElementID, FacetType)] {
        guard !returned.isEmpty else { return [] }
        defer { returned = [] }
        return returned.sorted { ($0.0.number, $0.1.rawValue) < ($1.0.number, $1.1.rawValue) }
    }

    /// An endpoint is reachable again: nobody watched these facets meanwhile.
    mutating func resumeWatch(at now: Instant, where isMeant: (ElementID, FacetType) -> Bool) {
        for id in states.keys {
            guard var state = states[id] else { continue }
            for number in state.facets.indices where isMeant(id, state.facets[number].type) {
                state.facets[number].watched = now
                if !state.facets[number].reading.isStale { returned.append((id, state.facets[number].type)) }
            }
            states[id] = state
        }
    }

    /// Keeps what is known under the numbers of a load, and only of types that the elements still have. What another
    /// source reports now is stale.
    mutating func load(_ load: PreparedLoad) {
        for facet in load.strayed { _ = doubt(facet.type, of: facet.element) }
        for id in load.poorer {
            guard let place = load.number(of: id) else { continue }
            states[id]?.facets.removeAll { !load.houses.types(of: place).contains($0.type) }
        }
        movements.end { element, type in load.strayed.contains { $0.element == element && $0.type == type } }
        guard load.numbers != nil else { return }
        movements = movements.moved(load.number)
        let before = states
        states = ElementTable()
        for (id, state) in before {
            guard let place = load.number(of: id) else { continue }
            // Two that are one thing now: what was heard last holds for both.
            if let other = states[place]?.lastHeard, state.lastHeard.map({ $0 < other }) ?? true { continue }
            states[place] = state
        }
    }
}

extension Readings.State {
    /// Takes in what the house says of itself.
    /// - Returns: true where the reading changed.
    fileprivate mutating func observe(
        _ value: Value,
        _ type: FacetType,
        at now: Instant,
        confirming order: Cause?,
        precision: Decimal?
    ) -> Bool {
        if let level = value.levelAboveZero { lastLevel = level }
        if let known = self[type],
            known.value == value || order != nil && known.value?.agrees(with: value, precision: precision) == true
        {
            let isNews = known.value != value || known.certainty != .confirmed || known.isStale
            update(type) { facet in
                facet.heard = now
                facet.confirmed = facet.confirmed ?? now
                if facet.reading.isStale { facet.watched = now }
                facet.reading.value = value
                facet.reading.certainty = .confirmed
                facet.reading.isStale = false
            }
            return isNews
        }
        set(type, to: Reading(value: value, certainty: .confirmed, since: now.wall, cause: order ?? .house), heard: now)
        return true
    }

    /// Takes in that an action was accepted.
    /// - Returns: the types whose readings changed.
    mutating func accept(_ action: Value, types: FacetTypes, at now: Instant, by cause: Cause) -> [FacetType] {
        var changed: [FacetType] = []
        func set(_ type: FacetType, to value: Value?) {
            let known = self[type]
            guard known?.value != value || known?.isStale == true else {
                // What the house said before the order is no answer to it.
                update(type) { facet in
                    facet.heard = now
                    facet.reading.value = value
                    facet.reading.certainty = .assumed
                    facet.reading.cause = cause
                }
                if known?.certainty == .confirmed { changed.append(type) }
                return
            }
            let reading = value.map { Reading(value: $0, certainty: .assumed, since: now.wall, cause: cause) }
            self.set(type, to: reading, heard: now)
            changed.append(type)
        }
        set(action.type, to: action)
        if let level = action.levelAboveZero { lastLevel = level }
        for sibling in types where sibling != action.type {
            switch sibling.change(after: action, .accepted, lastLevel: lastLevel) {
            case .none: break
            case .to(let value): set(sibling, to: value)
            case .unknown: set(sibling, to: nil)
            }
        }
        return changed
    }

    /// What is known where either this or the other has come, and nobody knows which: where they differ it is in doubt.
    func or(_ other: Self) -> Self {
        var state = self
        for facet in other.facets where self[facet.type] == nil { state.facets.append(facet) }
        for type in FacetType.allCases where self[type]?.fresh != other[type]?.fresh {
            state.update(type) { $0.reading.isStale = true }
        }
        if lastLevel != other.lastLevel { state.lastLevel = nil }
        return state
    }
}

extension Reading {
    /// Its value, where that may be relied on.
    var fresh: Value? { isStale ? nil : value }
}
