import DomoJSON
import DomoModel

/// How orders for an element are written and its states are read: the merged layers of a dialect.
struct Wording: Sendable, Equatable {
    struct Order: Sendable, Equatable {
        var request: RequestTemplate
        var variables: [String: Template]
        var success: SuccessRule
    }

    struct One: Sendable, Equatable {
        var request: RequestTemplate
        var item: JSONPath?
        var source: StateSource?
    }

    /// By the number of the action word.
    private(set) var orders: [Order?] = Array(repeating: nil, count: ActionWord.all.count)
    var one: One?
    var types: [FacetType: TypeRule]
    /// Words that mean "unknown", in lower case.
    var unknown: Set<String>
    var movement: MovementRule?
    var variables: [String: Template]
    /// The level at which a cover is open, 0 or 100; nil if unknown.
    var openAt: Int?

    /// Leaves out requests without a URL.
    init(_ layer: DialectLayer) {
        variables = layer.variables
        types = layer.types
        openAt = layer.openAt
        movement = layer.movement
        unknown = Set((layer.unknown ?? []).map { $0.lowercased() })
        for (word, order) in layer.actions {
            let request = order.request.over(layer.order)
            guard let template = request.template else { continue }
            orders[word.number] = Order(
                request: template,
                variables: layer.variables.merging(order.variables) { $1 },
                success: (request.success ?? .usual).with(request.failure)
            )
        }
        one = layer.one.flatMap { one in
            one.request.template.map { One(request: $0, item: one.item, source: one.source) }
        }
    }

    subscript(word: ActionWord) -> Order? { orders[word.number] }

    /// Whether every request contains one of these placeholders.
    func contains(_ names: Set<String>) -> Bool {
        let signals = orders.compactMap { $0 }
        return signals.allSatisfy { $0.request.contains(names, $0.variables) }
            && (one?.request.contains(names, variables) ?? true)
    }

    /// The orders that can be sent.
    var offer: String { ActionWord.all.filter { self[$0] != nil }.map(\.rawValue).joined(separator: ", ") }
}
