/// A fault that an input revealed.
public struct Finding: Error, Equatable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}

/// Throws a finding if a condition does not hold.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(otherwise()) }
}
