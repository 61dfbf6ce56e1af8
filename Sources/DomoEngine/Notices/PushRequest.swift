public import DomoLanguage

/// A request `push` that was allowed.
public struct PushRequest: Equatable, Sendable {
    /// Which subscriptions somebody sees.
    public enum Sight: Equatable, Sendable {
        /// Those of the own token.
        case own
        /// All, without what is needed to send to them.
        case names
        case everything
    }

    public var step: PushStep
    /// The token of whoever makes it; nil for a user.
    public var token: Principal.Token?
    public var sight: Sight
}
