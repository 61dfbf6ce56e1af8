/// What a program did with an input that it must not do.
public struct Finding: Error, Equatable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}

/// Ends an input's trial where something does not hold.
func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Finding) {
    guard holds else { throw Finding(otherwise()) }
}
