import DomoModel

/// The extensions of one house, sector or element while they come in.
final class DetailsDraft {
    var labels: [String: String] = [:]
    var unit: String?
    var minimum: Decimal?
    var maximum: Decimal?
    var step: Decimal?
    /// The types that can't be ordered: none of them where all can't; nil where nothing is said of that.
    var readOnly: FacetTypes?
    var readOnlyPosition = SourcePosition(line: 1, column: 1)
    var icon: String?
    var plan: String?
    var position: Details.Position?
    var location: Location?

    private var lines: [Word: Int32] = [:]
    private var labelLines: [String: Int32] = [:]

    /// - Returns: the line of the same extension before this one.
    func note(_ word: Word, line: Int32) -> Int32? {
        if let first = lines[word] { return first }
        lines[word] = line
        return nil
    }

    /// - Returns: the line of the label in the same language before this one.
    func noteLabel(language: String, line: Int32) -> Int32? {
        let language = language.lowercased()
        if let first = labelLines[language] { return first }
        labelLines[language] = line
        return nil
    }

    /// Nil where there is nothing but a location, which is no part of them.
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
            position: position
        )
        return details == Details() ? nil : details
    }
}
