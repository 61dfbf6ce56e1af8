public import DomoLanguage

/// That somebody was not allowed to do something, for the log.
public struct Refusal: Sendable, Equatable {
    public var principal: Principal
    /// The verb and what it names, without the values of orders.
    public var request: String
    public var needed: Role

    public init(principal: Principal, request: String, needed: Role) {
        self.principal = principal
        self.request = request
        self.needed = needed
    }
}
