/// A mistake on a command line.
public struct OptionFault: Error, Equatable {
    public let message: String
    /// What to do; nil if the help says it.
    public let hint: String?

    public init(message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
}
