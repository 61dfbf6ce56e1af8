public import DomoLanguage

/// A request that was not allowed, for the log.
public struct Refusal: Sendable, Equatable {
    public var principal: Principal
    /// The verb and what it names, without the values of orders.
    public var request: String
    public var needed: Role
    /// How many refusals before this one were not logged because there were too many.
    public var omitted: Int

    /// `requires the role manage; 12 more were not logged`
    public var text: String {
        "requires the role \(needed.word)" + (omitted > 0 ? "; \(omitted) more were not logged" : "")
    }

    public init(principal: Principal, request: String, needed: Role, omitted: Int = 0) {
        self.principal = principal
        self.request = request
        self.needed = needed
        self.omitted = omitted
    }
}
