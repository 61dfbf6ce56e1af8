/// A word after a verb that is not an option.
public struct Operand: Sendable {
    /// As in the usage: `ELEMENT`.
    public let name: String
    public let completes: Completable
    /// Empty if the name says everything.
    public let help: String

    public init(_ name: String, _ completes: Completable = .nothing, _ help: String = "") {
        (self.name, self.completes, self.help) = (name, completes, help)
    }
}
