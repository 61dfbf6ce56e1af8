public import DomoLanguage

/// A delivery to a hook that was found to be authentic.
public struct HookCall: Sendable, Equatable {
    public var hook: Principal.Hook
    /// The values of the body or the query, by their names.
    public var fields: [SceneValue]

    public init(hook: Principal.Hook, fields: [SceneValue]) { (self.hook, self.fields) = (hook, fields) }
}
