import DomoModel

/// The name of an order in a dialect: `on`, or `level`, which takes a value.
struct ActionWord: Hashable, Sendable {
    let rawValue: String
    let takesValue: Bool
    /// Its index in `all`.
    let number: Int

    /// All words, those without a value first.
    static let all: [ActionWord] = {
        let types = FacetType.allCases.filter { !$0.ordersTakeValue } + FacetType.allCases.filter(\.ordersTakeValue)
        let names = types.flatMap { type in type.orders.map { ($0, type.ordersTakeValue) } }
        return names.enumerated().map { ActionWord(rawValue: $1.0, takesValue: $1.1, number: $0) }
    }()

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })

    private init(rawValue: String, takesValue: Bool, number: Int) {
        (self.rawValue, self.takesValue, self.number) = (rawValue, takesValue, number)
    }

    /// - Returns: nil if no type has an order with this name.
    init?(rawValue: String) {
        guard let word = Self.byName[rawValue] else { return nil }
        self = word
    }

    /// Whether its request may contain the placeholders of `ColourForm`.
    var isOfColour: Bool { FacetType.colour.orders.contains(rawValue) }

    /// The order for a value; nil if dialects have none for it.
    init?(_ value: Value) {
        guard let name = value.order else { return nil }
        self.init(rawValue: name)
    }
}
