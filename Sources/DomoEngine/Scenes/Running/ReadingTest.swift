import DomoLanguage
import DomoModel

/// A test with resolved names.
struct ReadingTest: Sendable, Hashable {
    enum Relation: Sendable, Hashable {
        case equals(Value, precision: Decimal?)
        case above(Double)
        case below(Double)
    }

    let element: ElementID
    let type: FacetType
    let relation: Relation

    init(_ test: Script.Test, in names: borrowing some SceneNames & ~Copyable) throws(Fault) {
        element = try names.element(named: test.element.text)
        switch test.relation {
        case .equals(let value):
            let resolved: Value
            do throws(ValueRefusal) {
                resolved = try names[element].value(value)
            } catch {
                throw Fault(.refusedValue, error.message, hint: error.hint)
            }
            type = resolved.type
            relation = .equals(resolved, precision: names[element].precision(of: resolved.type))
        case .above(let limit):
            type = try Self.numberType(of: names[element])
            relation = .above(limit)
        case .below(let limit):
            type = try Self.numberType(of: names[element])
            relation = .below(limit)
        }
    }

    private static func numberType(of element: Element) throws(Fault) -> FacetType {
        // The facet type with the lowest number, whatever the order of the controls.
        let numeric = FacetType.allCases.first { $0.measure.isNumeric && element.types.contains($0) }
        if let numeric { return numeric }
        throw Fault(
            .refusedValue,
            "\(element.name) has no number to compare with above or below",
            hint: "compare it with one of its values: \(element.values)"
        )
    }

    func holds(_ value: Value) -> Bool {
        switch relation {
        case .equals(let wanted, let precision): return wanted.agrees(with: value, precision: precision)
        case .above(let limit): return value.number.map { $0 > limit } ?? false
        case .below(let limit): return value.number.map { $0 < limit } ?? false
        }
    }
}
