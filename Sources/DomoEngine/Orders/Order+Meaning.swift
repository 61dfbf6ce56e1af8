import DomoLanguage
import DomoModel

// The meaning of an order's wish for its element.

extension Order.Wish {
    /// The facet it is about, if known without the value.
    var type: FacetType? {
        switch self {
        case .toggle: .binary
        case .level: .regulable
        case .value(_, as: let type): type
        }
    }

    /// The value it means, if that does not depend on the state; otherwise nil.
    func absoluteValue(for element: Element) throws(Fault) -> Value? {
        do throws(ValueRefusal) {
            switch self {
            case .value(let value, as: let type):
                return try element.order(value, as: type)
            case .level(.to(let percent)):
                try element.require(.regulable, toBe: "dimmed")
                return .level(percent)
            case .level(.dimming(let dimming)):
                try element.require(.regulable, toBe: "dimmed")
                return .dimming(dimming)
            case .level(.by):
                try element.require(.regulable, toBe: "dimmed")
                return nil
            case .toggle:
                try element.require(.binary, toBe: "toggled")
                return nil
            }
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
    }
}

/// The value of a wish that depends on the state.
func resolve(
    _ wish: Order.Wish,
    for id: ElementID,
    in index: HouseIndex,
    state: Readings.State
) throws(Fault) -> Value {
    func known(_ type: FacetType, _ instead: String) throws(Fault) -> Value {
        let reading = state[type]
        guard let reading, let value = reading.value, !reading.isStale else {
            let why = reading == nil ? "is not known" : "is stale"
            throw Fault(.unknownState, "the state of \(index[id].name) \(why)", hint: "use \(instead)")
        }
        return value
    }
    switch wish {
    case .toggle: return try known(.binary, "on or off") == .on ? .off : .on
    case .level(.by(let points)):
        guard case .level(let level) = try known(.regulable, "a level, 0–100") else { return .level(.zero) }
        return .level(Percent(clamping: level.value + points))
    case .level(.to(let percent)): return .level(percent)
    case .level(.dimming(let dimming)): return .dimming(dimming)
    case .value(let value, as: let type):
        do {
            return try index[id].order(value, as: type)
        } catch {
            throw Fault(.refusedValue, error.message, hint: error.hint)
        }
    }
}
