public import DomoModel

/// What came of reading house files.
public struct HouseReading: Sendable {
    /// The houses in the order of the file; none when there is any error.
    public var houses: [House]
    /// At most the first 50; an error is never left out for a warning.
    public var diagnostics: [Diagnostic]
    /// What stands in the namespaces that were asked for, in the order of the file; none when there is any error.
    public var extensions: [ExtensionNode]

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Where each of the houses stands.
    private var origins: [Origin]

    struct Origin: Sendable {
        var file: String
        var position: SourcePosition
    }

    /// - Parameter origins: one for each of the houses.
    init(houses: [House], origins: [Origin], diagnostics: [Diagnostic], extensions: [ExtensionNode] = []) {
        self.houses = houses
        self.origins = origins
        self.diagnostics = diagnostics
        self.extensions = extensions
    }

    /// Puts the readings of several files together. House names are unique over all of them; a fault in one file is a
    /// fault of the whole.
    public static func merge(_ readings: [HouseReading]) -> HouseReading {
        var houses: [House] = []
        var origins: [Origin] = []
        var list = DiagnosticList()
        var firstByName: [String: Int] = [:]
        for reading in readings {
            for diagnostic in reading.diagnostics { list.append(diagnostic) }
            for (house, origin) in zip(reading.houses, reading.origins) {
                if let first = firstByName[house.name] {
                    let original = origins[first]
                    list.append(
                        Diagnostic(
                            file: origin.file,
                            line: Int(origin.position.line),
                            column: Int(origin.position.column),
                            severity: .error,
                            message: "there is a house \"\(house.name)\" already, "
                                + "\(original.file):\(original.position.line); the name of a house is its own"
                        )
                    )
                } else {
                    firstByName[house.name] = houses.count
                }
                houses.append(house)
                origins.append(origin)
            }
        }
        guard !list.hasErrors else { return HouseReading(houses: [], origins: [], diagnostics: list.kept) }
        return HouseReading(
            houses: houses,
            origins: origins,
            diagnostics: list.kept,
            extensions: readings.flatMap(\.extensions)
        )
    }
}
