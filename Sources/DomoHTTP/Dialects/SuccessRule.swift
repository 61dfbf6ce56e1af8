/// Which answers accept an order.
struct SuccessRule: Sendable, Equatable {
    /// Any 2xx, whatever it says.
    static let usual = SuccessRule(statuses: [200...299], body: nil)

    var statuses: [ClosedRange<Int>]
    /// What the answer must say; nil where the status says all.
    var body: Pattern?

    func accepts(status: Int) -> Bool { statuses.contains { $0.contains(status) } }
}
