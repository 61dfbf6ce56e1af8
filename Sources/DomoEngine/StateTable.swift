import DomoModel

/// What is known of the elements. Elements of which nothing is known take no room.
struct StateTable: Sendable {
    struct State: Sendable {
        /// By type, at most one each.
        var readings: [(type: ElementType, reading: Reading)] = []
        /// The last level above 0: what `on` brings back.
        var lastLevel: Percent?

        subscript(type: ElementType) -> Reading? {
            get { readings.first { $0.type == type }?.reading }
            set {
                readings.removeAll { $0.type == type }
                if let newValue { readings.append((type, newValue)) }
            }
        }
    }

    private var states: [ElementID: State] = [:]

    subscript(id: ElementID) -> State { states[id] ?? State() }

    func reading(_ id: ElementID, _ type: ElementType) -> Reading? { states[id]?[type] }

    /// Takes in that an action was accepted.
    /// - Returns: the types whose readings changed.
    mutating func accept(
        _ action: Action,
        for id: ElementID,
        types: ElementTypes,
        at time: Timestamp,
        by cause: String
    ) -> [ElementType] {
        var state = states[id] ?? State()
        var changed: [ElementType] = []
        func set(_ type: ElementType, to value: Action?) {
            let known = state[type]
            guard known?.value != value || known?.isStale == true else { return }
            state[type] = value.map { Reading(value: $0, certainty: .assumed, since: time, cause: cause) }
            changed.append(type)
        }
        set(action.type, to: action)
        // Facets of one element follow each other.
        if case .level(let level) = action {
            if level > .zero { state.lastLevel = level }
            if types.contains(.binary) { set(.binary, to: level > .zero ? .on : .off) }
        }
        if types.contains(.regulable) {
            if action == .off { set(.regulable, to: .level(.zero)) }
            if action == .on { set(.regulable, to: state.lastLevel.map { .level($0) }) }
        }
        states[id] = state
        return changed
    }

    /// Takes in that an action may or may not have been carried out: what was known of the facets it moves is in doubt.
    /// - Returns: the types whose readings changed.
    mutating func doubt(_ action: Action, for id: ElementID, types: ElementTypes) -> [ElementType] {
        guard var state = states[id] else { return [] }
        var changed: [ElementType] = []
        let linked: Set<ElementType> = [.binary, .regulable]
        for type in types where type == action.type || linked.contains(type) && linked.contains(action.type) {
            guard var reading = state[type], !reading.isStale else { continue }
            reading.isStale = true
            state[type] = reading
            changed.append(type)
        }
        states[id] = state
        return changed
    }

    /// The same knowledge under the numbers of another index: by path, and only of types that the element still has.
    func moved(from old: HouseIndex, to new: HouseIndex, number: (ElementID) -> ElementID?) -> StateTable {
        var table = StateTable()
        for (id, state) in states {
            guard let moved = number(id) else { continue }
            var kept = state
            kept.readings.removeAll { !new[moved].types.contains($0.type) }
            table.states[moved] = kept
        }
        return table
    }
}
