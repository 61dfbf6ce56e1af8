import DomoModel

/// What the simulation itself holds to be known of the elements, kept apart from the engine's table and by other means:
/// whole paths, and every type's value in a slot of its own.
struct HouseModel {
    struct Known {
        var binary: Value?
        var level: Value?
        var direction: Value?
        var text: Value?
        var lastLevel: Value?

        subscript(type: FacetType) -> Value? {
            switch type {
            case .binary: binary
            case .regulable: level
            case .bidirectional: direction
            case .value: text
            }
        }
    }

    private(set) var elements: [String: Element] = [:]
    /// Every element's whole path, in the order of the houses.
    private(set) var paths: [String] = []
    private(set) var numbers: [String: ElementID] = [:]
    private(set) var known: [String: Known] = [:]

    func offers(_ action: Value, _ path: String) -> Bool { elements[path]?.types.contains(action.type) == true }

    mutating func load(_ index: HouseIndex) {
        paths = index.paths
        elements = Dictionary(uniqueKeysWithValues: zip(paths, index.elements))
        numbers = Dictionary(uniqueKeysWithValues: zip(paths, index.elements.indices.map { ElementID($0) }))
        for (path, state) in known {
            guard let types = elements[path]?.types else {
                known[path] = nil
                continue
            }
            known[path] = Known(
                binary: types.contains(.binary) ? state.binary : nil,
                level: types.contains(.regulable) ? state.level : nil,
                direction: types.contains(.bidirectional) ? state.direction : nil,
                text: types.contains(.value) ? state.text : nil,
                lastLevel: state.lastLevel
            )
        }
    }

    mutating func accept(_ action: Value, _ path: String) {
        guard let types = elements[path]?.types else { return }
        var state = known[path] ?? Known()
        switch action {
        case .on:
            state.binary = .on
            if types.contains(.regulable) { state.level = state.lastLevel }
        case .off:
            state.binary = .off
            if types.contains(.regulable) { state.level = .level(.zero) }
        case .level(let percent):
            state.level = action
            if percent.value > 0 { state.lastLevel = action }
            if types.contains(.binary) { state.binary = percent.value > 0 ? .on : .off }
        case .up, .down, .stop: state.direction = action
        case .number, .text: state.text = action
        }
        known[path] = state
    }
}
