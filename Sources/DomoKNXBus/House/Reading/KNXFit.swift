import DomoKNX
import DomoModel

/// Which datapoint types a facet can have.
enum KNXFit {
    /// The one that is meant where nothing is said; nil where there is none that is usual.
    static func usual(for facet: FacetType) -> DatapointType? {
        switch facet {
        case .binary: DatapointType(main: 1, sub: 1)
        case .regulable: DatapointType(main: 5, sub: 1)
        case .bidirectional: DatapointType(main: 1, sub: 8)
        case .value: nil
        }
    }

    static func fits(_ type: DatapointType, _ facet: FacetType) -> Bool {
        switch facet {
        case .binary, .bidirectional: type.main == 1
        case .regulable: type.unit == "%" && type.main != 14
        case .value: true
        }
    }

    /// The facet of an element that data of a type is about: that of the type, else its value.
    static func facet(for type: DatapointType, among types: FacetTypes) -> FacetType? {
        let isDirection = type.main == 1 && (type.sub == 7 || type.sub == 8)
        if type.main == 1, types.contains(.binary) { return .binary }
        if isDirection, types.contains(.bidirectional) { return .bidirectional }
        if fits(type, .regulable), types.contains(.regulable) { return .regulable }
        return types.contains(.value) ? .value : nil
    }

    /// What to write for a type that doesn't fit.
    static func hint(for facet: FacetType) -> String {
        switch facet {
        case .binary: "a switch has a type of 1 bit: 1.001, or another 1.xxx"
        case .bidirectional: "a direction has a type of 1 bit: 1.008, or another 1.xxx"
        case .regulable:
            "a level has a type of percentages: 5.001, or \(KNXText.list(otherLevels, "or"))"
        case .value: "a value has any type"
        }
    }

    private static let otherLevels = DatapointType.all.filter { fits($0, .regulable) && ($0.main, $0.sub) != (5, 1) }
        .map(\.description)
}
