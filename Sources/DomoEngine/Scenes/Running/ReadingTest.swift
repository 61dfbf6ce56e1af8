import DomoLanguage
import DomoModel

/// A test whose names are resolved.
struct ReadingTest: Sendable, Hashable {
    enum Relation: Sendable, Hashable {
        case equals(Value)
        case above(Double)
        case below(Double)
    }

    let element: ElementID
    let type: FacetType
    let relation: Relation

    init(_ test: Script.Test, in world: SceneSurroundings) throws(Fault) {
        element = try world.element(named: test.element.text)
        switch test.relation {
        case .equals(let value):
            let action: Value
            do throws(ValueRefusal) {
                action = try world[element].action(value: value)
            } catch {
                throw Fault(.refusedValue, error.message, hint: error.hint)
            }
            type = action.type
            relation = .equals(action)
        case .above(let limit):
            type = try Self.numberType(of: world[element])
            relation = .above(limit)
        case .below(let limit):
            type = try Self.numberType(of: world[element])
            relation = .below(limit)
        }
    }

    private static func numberType(of element: Element) throws(Fault) -> FacetType {
        if element.types.contains(.regulable) { return .regulable }
        if element.types.contains(.value) { return .value }
        throw Fault(
            .refusedValue,
            "\(element.name) has no number that could be above or below another",
            hint: "compare it with one of its values: \(element.types.offer)"
        )
    }

    func holds(_ value: Value) -> Bool {
        switch relation {
        case .equals(let wanted): return wanted.agrees(with: value)
        case .above(let limit): return value.number.map { $0 > limit } ?? false
        case .below(let limit): return value.number.map { $0 < limit } ?? false
        }
    }
}

extension Value {
    /// A level in percent, or a text that is a number.
    var number: Double? {
        switch self {
        case .level(let percent): Double(percent.value)
        case .text(let text): Double(text)
        default: nil
        }
    }
}
