import DomoLanguage
import DomoModel

/// Finds elements whose link has no order for any value of one of their types.
public enum OrderCheck {
    /// The maximum number of warnings.
    private static let maxWarnings = 50

    /// - Returns: a warning for each such type of an element. An element that is not connected at all is left out: its
    ///   reading says so.
    public static func warnings(in catalog: Catalog) -> [String] {
        guard !catalog.links.isEmpty else { return [] }
        let houses = Houses(catalog, number: 0, at: Instant(uptime: 0, wall: Timestamp(milliseconds: 0)))
        let found = houses.index.elements.indices.lazy.map { ElementID($0) }.flatMap { id in
            houses.types(of: id).compactMap { houses.missingOrders(for: $0, of: id) }
        }
        return Array(found.prefix(maxWarnings))
    }
}

extension Houses {
    fileprivate func missingOrders(for type: FacetType, of id: ElementID) -> String? {
        let values: [Value] =
            switch type {
            case .binary: [.on, .off]
            case .regulable: [.level(.zero), .level(Percent(clamping: 50)), .level(Percent(clamping: 100))]
            case .bidirectional: [.up, .down]
            // Which values an element takes depends on its limits.
            case .value, .colour: []
            }
        guard !values.isEmpty, endpoint(of: id, type) != nil, takesOrders(id, type) else { return nil }
        var first: Fault?
        for value in values {
            do throws(Fault) {
                _ = try signal(for: value, of: id)
                return nil
            } catch {
                first = first ?? error
            }
        }
        return first.map { "\($0.message) (type \(type.rawValue), \(type.word))" + ($0.hint.map { "; \($0)" } ?? "") }
    }
}
