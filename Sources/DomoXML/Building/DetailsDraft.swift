import DomoModel

/// The extensions of a house, sector or element while it is being read.
final class DetailsDraft {
    var labels: [String: String] = [:]
    var unit: String?
    var minimum: Decimal?
    var maximum: Decimal?
    var step: Decimal?
    /// The read-only types; empty for all types, nil if not given.
    var readOnly: FacetTypes?
    var readOnlyPosition = SourcePosition(line: 1, column: 1)
    var icon: String?
    var plan: String?
    var position: Details.Position?
    var location: Location?
    var travel: Details.Travel?
    var travelPosition = SourcePosition(line: 1, column: 1)
    /// The initial value of a virtual element, as written; empty for the usual one.
    var virtual: String?
    var virtualPosition = SourcePosition(line: 1, column: 1)
    /// That value, once the types are known.
    var initial: Value?
    var role: FacetRole?
    var rolePosition = SourcePosition(line: 1, column: 1)
    var elementClass: ElementClass?
    var classPosition = SourcePosition(line: 1, column: 1)
    var light: LightModes?
    var lightPosition = SourcePosition(line: 1, column: 1)
    var button: Details.Button?
    /// The time in the attribute of the button.
    var pulse: Duration?
    var buttonPosition = SourcePosition(line: 1, column: 1)
    var inGroups: Bool?
    var options: [ValueOption] = []
    var optionPosition = SourcePosition(line: 1, column: 1)

    private var lines: [Word: Int32] = [:]
    private var labelLines: [String: Int32] = [:]

    /// - Returns: the line of an earlier extension of the same kind.
    func note(_ word: Word, line: Int32) -> Int32? {
        if let first = lines[word] { return first }
        lines[word] = line
        return nil
    }

    /// - Returns: the line of an earlier label in the same language.
    func noteLabel(language: String, line: Int32) -> Int32? {
        let language = language.lowercased()
        if let first = labelLines[language] { return first }
        labelLines[language] = line
        return nil
    }

    /// Nil if there are none. A location is not a part of the details.
    var details: Details? {
        let details = Details(
            labels: labels,
            unit: unit,
            minimum: minimum,
            maximum: maximum,
            step: step,
            readOnly: readOnly ?? FacetTypes(),
            icon: icon,
            plan: plan,
            position: position,
            travel: travel,
            initial: initial,
            role: role,
            elementClass: elementClass,
            light: light,
            options: options,
            button: button,
            inGroups: inGroups
        )
        return details == Details() ? nil : details
    }
}
