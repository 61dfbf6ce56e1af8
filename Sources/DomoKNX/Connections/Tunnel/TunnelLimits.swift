/// How many telegrams a tunnel sends before their confirmations. Many interfaces have one buffer and lose track of more:
/// see XKNX/xknx#323.
struct TunnelLimits: Hashable, Sendable {
    /// An urgent telegram may go beside the orders, and an order beside what is neither.
    var unconfirmed = 1

    private var reads: Int { (unconfirmed + 1) / 2 }

    /// Whether a telegram may be sent now.
    ///
    /// - Parameters:
    ///   - orders: the unconfirmed orders.
    ///   - others: all other unconfirmed telegrams.
    ///   - reads: the reads among these.
    func maySend(_ rank: SendRank, orders: Int, others: Int, reads: Int) -> Bool {
        switch rank {
        case .urgent: orders <= unconfirmed
        case .order: orders < unconfirmed
        case .report: orders + others < unconfirmed
        case .read: orders + others < unconfirmed && reads < self.reads
        }
    }
}
