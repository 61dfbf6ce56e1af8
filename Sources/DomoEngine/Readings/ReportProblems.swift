import DomoModel

/// The facets whose last reported state could not be used, and why: a sensor that reports a fault, data of another type.
struct ReportProblems: Sendable {
    private struct Key: Hashable {
        var element: ElementID
        var type: FacetType
    }

    private var texts: [Key: String] = [:]

    subscript(element: ElementID, type: FacetType) -> String? { texts[Key(element: element, type: type)] }

    /// - Parameter problem: nil if the state could be used.
    mutating func note(_ problem: String?, _ type: FacetType, of element: ElementID) {
        if problem == nil, texts.isEmpty { return }
        texts[Key(element: element, type: type)] = problem
    }

    /// A new load: elements have other numbers, and perhaps other types.
    mutating func clear() { texts = [:] }
}
