import DomoKNXHouse
import DomoModel

/// The devices that `off` for their place switches although no class says what they are: a heater or a pump may be
/// among them.
struct UnclassifiedDevices {
    private static let maxNamed = 50

    private let paths: [String]

    init(in houses: [House], _ bindings: KNXBindings) {
        let index = HouseIndex(houses)
        let buttons = Set(bindings.facets.filter(\.isButton).map(\.facet.path))
        paths = index.elements.indices.compactMap { number in
            let (id, element) = (ElementID(number), index.elements[number])
            let isSwitched = element.types.contains { type in
                switch type {
                case .binary: !element.isReadOnly(.binary)
                // The level of a cover is its position.
                case .regulable: !element.isReadOnly(.regulable) && !element.types.contains(.bidirectional)
                case .bidirectional, .value, .colour: false
                }
            }
            let path = index.path(of: id)
            let isButton = element.details?.button != nil || buttons.contains(path)
            guard isSwitched, element.details?.elementClass == nil, element.details?.inGroups == nil,
                element.exclusion(from: .off, path: path, isButton: isButton) == nil
            else { return nil }
            return path
        }
    }

    /// Nil if there are none.
    var hint: String? {
        guard let first = paths.first else { return nil }
        let more = paths.count > Self.maxNamed ? " and \(paths.count - Self.maxNamed) more" : ""
        let place = first.split(separator: "/").first.map(String.init) ?? first
        let named = paths.prefix(Self.maxNamed).joined(separator: ", ") + more
        return
            "\"domo off \(place)\" also switches devices without a class: \(named); give each a class (Clase, Class), "
            + "or SinGrupo (NotInGroups) if it has to stay on"
    }
}
