/// Why an element can't be asked what was asked of it.
public struct ValueRefusal: Error, Equatable, Sendable {
    /// What was wrong, a whole sentence without the full stop.
    public var message: String
    /// What to do instead.
    public var hint: String

    public init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
