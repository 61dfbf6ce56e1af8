/// Which answers mean that an order is accepted.
struct SuccessRule: Sendable, Equatable {
    /// Any 2xx status, with any body.
    static let usual = SuccessRule(statuses: [200...299], body: nil)

    var statuses: [ClosedRange<Int>]
    /// What the body must match; nil if the status is enough.
    var body: Pattern?
    /// What the body of another answer says; nil for what any server may say.
    var failure: FailureRule?

    func with(_ failure: FailureRule?) -> SuccessRule {
        var rule = self
        rule.failure = failure
        return rule
    }

    func finding(in body: [UInt8]) -> FailureRule.Finding { (failure ?? FailureRule()).finding(in: body) }

    func accepts(status: Int) -> Bool { statuses.contains { $0.contains(status) } }
}
