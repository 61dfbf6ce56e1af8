/// Why an element does not accept a value or action.
public struct ValueRefusal: Error, Equatable, Sendable {
    /// What is wrong, without a full stop.
    public var message: String
    /// What to do instead.
    public var hint: String

    public init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
