import DomoLanguage
import DomoModel

/// The values of an element by its accepted orders alone, which its readings show as long as nothing is reported.
struct AcceptedState {
    private var values: [FacetType: Value] = [:]
    private var lastLevel: Value?
    /// A level was accepted, even if the element has none any more.
    private(set) var hasHadLevel = false

    subscript(type: FacetType) -> Value? { values[type] }

    mutating func accept(_ action: Value, _ types: FacetTypes) {
        values[action.type] = action
        if action == .on, types.contains(.regulable) { values[.regulable] = lastLevel }
        if action == .off, types.contains(.regulable) { values[.regulable] = .level(.zero) }
        if case .colour(let colour) = action {
            // Its level may be another one now.
            values[.regulable] = nil
            if types.contains(.binary) { values[.binary] = colour == .black ? .off : .on }
        }
        guard case .level(let percent) = action else { return }
        hasHadLevel = true
        if percent > .zero { lastLevel = action }
        if types.contains(.binary) { values[.binary] = percent > .zero ? .on : .off }
    }

    /// Drops the values of all other types.
    mutating func keep(_ types: FacetTypes) { values = values.filter { types.contains($0.key) } }

    /// What a wish means in this state; nil if that is not known, or depends on the types of the element.
    func action(for wish: Order.Wish) -> Value? {
        switch wish {
        case .toggle: return values[.binary].map { $0 == .on ? .off : .on }
        case .level(.to(let percent)): return .level(percent)
        case .level(.by(let points)):
            guard case .level(let percent)? = values[.regulable] else { return nil }
            return .level(Percent(clamping: percent.value + points))
        // Servers have no level that changes while a button is held.
        case .level(.dimming), .value: return nil
        }
    }
}
