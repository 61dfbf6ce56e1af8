// Virtual elements: domo itself holds their values, with no server or bus behind them.

extension Element {
    public var isVirtual: Bool { details?.initial != nil }

    /// Whether it can have a value, within its limits.
    public func canHave(_ value: Value) -> Bool {
        guard value.isState else { return false }
        do throws(ValueRefusal) {
            return try self.value(value.word, as: value.type) == value
        } catch {
            return false
        }
    }

    /// The value that a facet begins with if the house file gives none: off, 0 or the nearest limit, the first option, or
    /// the empty text.
    public func usualValue(of type: FacetType) -> Value {
        switch type {
        case .binary: return .off
        case .regulable: return .level(.zero)
        case .colour:
            guard let light = details?.light, !light.hasColours, let white = light.white else {
                return .colour(.rgb(red: 255, green: 255, blue: 255))
            }
            return .colour(.white(kelvin: white.lowerBound))
        // Only a device has a direction.
        case .bidirectional: return .stop
        case .value:
            guard let details else { return .text("") }
            if let first = details.options.first { return type.value(word: first.value) ?? .text(first.value) }
            let (minimum, maximum) = (details.minimum, details.maximum)
            let isNumber = minimum != nil || maximum != nil || details.step != nil || details.unit != nil
            guard isNumber else { return .text("") }
            let numbers = [0, minimum, maximum].compactMap { $0 }.map { Value.number($0) }
            return numbers.first(where: canHave) ?? .number(0)
        }
    }
}
