public import DomoModel

/// A hook as the engine knows it: its rights, and the only thing that it does.
public struct HookRule: Sendable, Equatable {
    public enum Action: Sendable, Equatable {
        /// Starts the scene of this name, with the values that it takes.
        case scene(String)
        case report(Report)
    }

    /// The facet whose state a device reports.
    public struct Report: Sendable, Equatable {
        /// The full path of the element.
        public var path: String
        public var type: FacetType
        /// The name of the value in what is delivered.
        public var field: String
        /// What the device's words mean.
        public var values: [String: String]

        public init(path: String, type: FacetType, field: String, values: [String: String] = [:]) {
            (self.path, self.type, self.field, self.values) = (path, type, field, values)
        }
    }

    /// As of a token: within the present rights of its creator.
    public var rule: AccessRules.Token
    public var action: Action

    public init(rule: AccessRules.Token, action: Action) { (self.rule, self.action) = (rule, action) }
}
