import DomoKNX
import DomoModel

/// The last ordered data and value of each facet: a state with the same data is reported as the exact value ordered,
/// such as 21.3 °C, which is sent as 21.30. Facet numbers are valid for one set of bindings only.
struct OrderedValues: Sendable {
    private var values: [Int: (payload: Payload, value: Value)] = [:]

    mutating func note(_ value: Value, as payload: Payload, facet: Int) { values[facet] = (payload, value) }

    /// Nil if the last order of the facet had other data.
    func value(of payload: Payload, facet: Int) -> Value? {
        guard let order = values[facet], order.payload == payload else { return nil }
        return order.value
    }
}
