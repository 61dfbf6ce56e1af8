/// How many telegrams a tunnel sends before their confirmations. Interfaces have few buffers.
enum TunnelLimits {
    static let unconfirmed = 4
    /// Those that are not urgent, so that there is always room for an urgent one.
    static let orders = 3
    /// The reads among them, so that there is always room for an order.
    static let reads = 2

    /// Whether a telegram may be sent now.
    static func maySend(_ rank: SendQueue.Rank, unconfirmed: Int, reads: Int) -> Bool {
        switch rank {
        case .urgent: unconfirmed < Self.unconfirmed
        case .order: unconfirmed < orders
        case .read: unconfirmed < orders && reads < Self.reads
        }
    }
}
