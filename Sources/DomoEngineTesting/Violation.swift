/// An invariant that does not hold.
public struct Violation: Sendable, CustomStringConvertible {
    public let invariant: String
    public let what: String

    public init(invariant: String, what: String) {
        self.invariant = invariant
        self.what = what
    }

    public var description: String { "\(invariant): \(what)" }
}
