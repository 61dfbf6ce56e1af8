extension Verb {
    public var row: VerbRow { VerbRows[self] }

    /// The verbs as they are written, in the order in which help lists them.
    public static let words = allCases.map(\.rawValue)

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The same as by `rawValue`, which compares with one verb after the other.
    public init?(word: String) {
        guard let verb = Self.byWord[word] else { return nil }
        self = verb
    }
}
