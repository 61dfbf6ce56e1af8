/// Everything in the house files about the bus.
public struct KNXBindings: Sendable, Equatable {
    public var facets: [KNXFacet]
    public var scenes: [KNXScene]
    public var exposures: [KNXExposure]

    public init(facets: [KNXFacet] = [], scenes: [KNXScene] = [], exposures: [KNXExposure] = []) {
        self.facets = facets
        self.scenes = scenes
        self.exposures = exposures
    }
}

/// An error in a binding, or a warning about one.
public struct KNXBindingFault: Error, Sendable, Equatable {
    public enum Severity: Sendable, Equatable {
        case error, warning
    }

    public var severity: Severity
    public var file: String
    public var line: Int
    public var column: Int
    public var message: String
    public var hint: String?

    public init(
        _ severity: Severity,
        file: String,
        line: Int,
        column: Int,
        _ message: String,
        hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint
    }
}
