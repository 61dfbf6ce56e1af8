/// A signal as text, and what the port needs to send it, so that it is not worked out twice.
public struct PreparedSignal: Sendable {
    /// What a link keeps in a dispatch for its own port.
    public protocol Content: AnyObject, Sendable {}

    /// For people and without secrets: `POST http://…`.
    public var text: String
    /// Nil if the port works it out.
    public var content: (any Content)?

    public init(text: String, content: (any Content)? = nil) {
        (self.text, self.content) = (text, content)
    }
}
