/// Which answers mean that an order is accepted.
struct SuccessRule: Sendable, Equatable {
    /// Any 2xx status, with any body.
    static let usual = SuccessRule(statuses: [200...299], body: nil)

    var statuses: [ClosedRange<Int>]
    /// What the body must match; nil if the status is enough.
    var body: Pattern?

    func accepts(status: Int) -> Bool { statuses.contains { $0.contains(status) } }
}
