/// An option of a verb.
public struct VerbOption: Sendable {
    /// The name that lines have, such as `--since`, and other names for the same.
    public let names: [String]
    /// The placeholder of its value, such as `TIME`; nil for an option without a value.
    public let value: String?
    public let help: String
    public private(set) var audience = Audience.everyone
    public private(set) var isRepeatable = false
    /// What its value may be.
    public private(set) var completes = Completable.nothing

    /// An option with a value.
    public init(_ names: String..., value: String, _ help: String) {
        (self.names, self.value, self.help) = (names, value, help)
    }

    /// The same; its value can be completed.
    public init(_ names: String..., value: String, _ completes: Completable, _ help: String) {
        (self.names, self.value, self.completes, self.help) = (names, value, completes, help)
    }

    /// An option without a value.
    public init(_ names: String..., help: String) { (self.names, value, self.help) = (names, nil, help) }

    public var name: String { names[0] }

    func `for`(_ audience: Audience) -> Self {
        var copy = self
        copy.audience = audience
        return copy
    }

    var repeated: Self {
        var copy = self
        copy.isRepeatable = true
        return copy
    }

    /// As in a usage: `--since TIME`.
    var usage: String { name + (value.map { " \($0)" } ?? "") }
}
