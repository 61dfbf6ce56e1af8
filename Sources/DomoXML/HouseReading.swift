public import DomoModel

/// The result of reading house files.
public struct HouseReading: Sendable {
    /// The houses in the order of the file; empty if there is any error.
    public var houses: [House]
    /// At most the first 50. Errors take precedence over warnings.
    public var diagnostics: [Diagnostic]
    /// The elements in the requested namespaces, in the order of the file; empty if there is any error.
    public var extensions: [ExtensionNode]

    public var hasErrors: Bool { diagnostics.hasErrors }

    /// The position of each house.
    private var origins: [Origin]

    struct Origin: Sendable {
        var file: String
        var position: SourcePosition
    }

    /// - Parameter origins: one for each house.
    init(houses: [House], origins: [Origin], diagnostics: [Diagnostic], extensions: [ExtensionNode] = []) {
        self.houses = houses
        self.origins = origins
        self.diagnostics = diagnostics
        self.extensions = extensions
    }

    /// Merges the readings of several files. House names must be unique in all of them; an error in one file is an
    /// error of the whole.
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
                            message: "duplicate house \"\(house.name)\"; it already exists in "
                                + "\(original.file):\(original.position.line)"
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
