import DomoLanguage
import DomoModel

/// The values of an element by its accepted orders alone: what its readings show as long as nothing is reported of it.
struct AcceptedState {
    private var binary: Value?
    private var level: Value?
    private var direction: Value?
    private var text: Value?
    private var lastLevel: Value?

    subscript(type: FacetType) -> Value? {
        switch type {
        case .binary: binary
        case .regulable: level
        case .bidirectional: direction
        case .value: text
        }
    }

    mutating func accept(_ action: Value, _ types: FacetTypes) {
        switch action {
        case .on:
            binary = .on
            if types.contains(.regulable) { level = lastLevel }
        case .off:
            binary = .off
            if types.contains(.regulable) { level = .level(.zero) }
        case .level(let percent):
            level = action
            if percent > .zero { lastLevel = action }
            if types.contains(.binary) { binary = percent > .zero ? .on : .off }
        case .up, .down, .stop: direction = action
        case .text: text = action
        }
    }

    /// Drops the values of all other types.
    mutating func keep(_ types: FacetTypes) {
        if !types.contains(.binary) { binary = nil }
        if !types.contains(.regulable) { level = nil }
        if !types.contains(.bidirectional) { direction = nil }
        if !types.contains(.value) { text = nil }
    }

    /// What a wish means in this state; nil if that is not known, or depends on the types of the element.
    func action(for wish: Order.Wish) -> Value? {
        switch wish {
        case .toggle: return binary.map { $0 == .on ? .off : .on }
        case .level(.to(let percent)): return .level(percent)
        case .level(.by(let points)):
            guard case .level(let percent)? = level else { return nil }
            return .level(Percent(clamping: percent.value + points))
        case .value: return nil
        }
    }
}
