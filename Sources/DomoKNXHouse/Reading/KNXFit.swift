import DomoKNX
import DomoModel

/// Which datapoint types a facet can have.
enum KNXFit {
    /// The default type of a facet; nil if it has none.
    static func defaultType(for facet: FacetType) -> DatapointType? {
        switch facet {
        case .binary: DatapointType(main: 1, sub: 1)
        case .regulable: DatapointType(main: 5, sub: 1)
        case .bidirectional: DatapointType(main: 1, sub: 8)
        case .value: nil
        case .colour: DatapointType(main: 232, sub: 600)
        }
    }

    static func fits(_ type: DatapointType, _ facet: FacetType) -> Bool {
        switch facet {
        case .binary, .bidirectional: type.main == 1
        case .regulable: isLevel(type)
        case .value: true
        case .colour: KNXColour.Content(type) != nil
        }
    }

    /// Whether an additional address of the type can command the facet: a relay can listen to a level, which is on
    /// above 0; a dimmer can listen to a switch, where on is 100 %, and to relative dimming.
    static func fitsListen(_ type: DatapointType, _ facet: FacetType) -> Bool {
        switch facet {
        case .binary: type.main == 1 || isLevel(type)
        case .regulable: type.main == 1 || isLevel(type) || (type.main, type.sub) == (3, 7)
        case .bidirectional, .value, .colour: fits(type, facet)
        }
    }

    /// Whether the type is one octet with 0 for 0 % and 255 for 100 %: 5.004 ends at 255 %, 5.006 and 5.100 are counts.
    private static func isLevel(_ type: DatapointType) -> Bool { type.main == 5 && [1, 3, 5, 10].contains(type.sub) }

    /// The facet of an element that matches a datapoint type; otherwise its value facet.
    static func facet(for type: DatapointType, among types: FacetTypes) -> FacetType? {
        let isDirection = type.main == 1 && (type.sub == 7 || type.sub == 8)
        if type.main == 1, types.contains(.binary) { return .binary }
        if isDirection, types.contains(.bidirectional) { return .bidirectional }
        if fits(type, .colour), types.contains(.colour) { return .colour }
        if fits(type, .regulable), types.contains(.regulable) { return .regulable }
        return types.contains(.value) ? .value : nil
    }

    /// What to write instead of a type that doesn't fit.
    static func hint(for facet: FacetType) -> String {
        switch facet {
        case .binary: "a switch has a type of 1 bit: 1.001, or another 1.xxx"
        case .bidirectional: "a direction has a type of 1 bit: 1.008, or another 1.xxx"
        case .regulable:
            "a level has a type where 255 is 100 %: 5.001, or \(KNXText.list(otherLevels, "or"))"
        case .value: "a value can have any type"
        case .colour: "a colour has 232.600, 251.600, 242.600 or 5.003 (a hue); white alone has 7.600"
        }
    }

    /// What to write instead of a type that doesn't fit an additional address.
    static func listenHint(for facet: FacetType) -> String {
        switch facet {
        case .binary: "expected 1.001 or another 1.xxx, or 5.001"
        case .regulable: "expected 5.001, 3.007, or 1.001 or another 1.xxx"
        case .bidirectional, .value, .colour: hint(for: facet)
        }
    }

    private static let otherLevels = DatapointType.all.filter { fits($0, .regulable) && ($0.main, $0.sub) != (5, 1) }
        .map(\.description)
}
