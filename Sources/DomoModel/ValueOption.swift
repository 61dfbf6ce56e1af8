/// A legal value of a text (type 4), with its names for people.
public struct ValueOption: Sendable, Equatable {
    /// What is sent and reported.
    public var value: String
    /// By language tag; the empty tag is for any language.
    public var labels: [String: String]

    public init(value: String, labels: [String: String] = [:]) {
        self.value = value
        self.labels = labels
    }

    /// Whether people call it so, ignoring case, accents and runs of spaces.
    func isCalled(_ text: String) -> Bool {
        let folded = FoldedName.fold(text)
        return FoldedName.fold(value) == folded || labels.values.contains { FoldedName.fold($0) == folded }
    }
}
