public import DomoLanguage

/// A request that was not allowed, for the log.
public struct Refusal: Sendable, Equatable {
    public var principal: Principal
    /// The verb and what it names, without the values of orders.
    public var request: String
    public var needed: Role
    /// Whether the right to orders for doors is what was missing.
    public var needsDoors: Bool
    /// How many refusals before this one were not logged because there were too many.
    public var omitted: Int

    /// `requires the role manage; 12 more were not logged`
    public var text: String {
        "requires the \(needsDoors ? "right doors" : "role \(needed.word)")"
            + (omitted > 0 ? "; \(omitted) more were not logged" : "")
    }

    public init(principal: Principal, request: String, needed: Role, needsDoors: Bool = false, omitted: Int = 0) {
        self.principal = principal
        self.request = request
        self.needed = needed
        self.needsDoors = needsDoors
        self.omitted = omitted
    }
}
