import DomoModel

/// The elements whose value was a number since the start, or in the last reading of the previous run.
struct SeenNumbers: Sendable {
    private var elements: Set<ElementID> = []

    func contains(_ element: ElementID) -> Bool { elements.contains(element) }

    mutating func note(_ value: Value?, of element: ElementID) {
        if case .number? = value { elements.insert(element) }
    }

    /// A new load: elements have other numbers.
    mutating func load(element: (ElementID) -> ElementID?) { elements = Set(elements.compactMap(element)) }
}
