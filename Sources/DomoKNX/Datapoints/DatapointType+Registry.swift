extension DatapointType {
    /// The main types, ascending.
    static let mainTypes: [any MainType] = [DPT1()]

    /// All types, ascending.
    public static let all: [DatapointType] = mainTypes.flatMap { main in main.subtypes.map { DatapointType(main, $0) } }
}
