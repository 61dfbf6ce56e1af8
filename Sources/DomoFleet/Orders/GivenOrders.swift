/// The orders that were given to domod, by their keys, so that none is given again. It does no I/O.
///
/// The replies are kept for those who send an order again, as far as there is room: those of the oldest orders are dropped
/// first, and the keys stay.
struct GivenOrders {
    /// How many keys are known: 16 orders per second, for ten minutes.
    static let maxCount = 10_000
    /// Of all replies together.
    static let maxBytes = 4 << 20
    /// How often keys are forgotten.
    private static let pause: Duration = .seconds(10)

    /// What is known of a key.
    enum Known: Equatable {
        case reply([UInt8])
        /// The order was given, and its reply is no longer kept.
        case noReply
        /// The key was used for another order.
        case otherOrder
    }

    private struct Entry {
        /// Of the order. Whoever has the same key and token is the same program: 64 bits are enough.
        var hash: Int
        /// Nil if it was dropped.
        var reply: [UInt8]?
        /// When the key is forgotten.
        var end: Duration
    }

    private var entries: [OrderDesk.Key: Entry] = [:]
    /// Whose replies are kept, the oldest first, from an index on.
    private var replied: [OrderDesk.Key] = []
    private var firstReplied = 0
    private(set) var bytes = 0
    private(set) var nextMoment: Duration?

    var isFull: Bool { entries.count >= Self.maxCount }

    /// - Returns: nil for a key that is not known.
    func known(_ key: OrderDesk.Key, for order: FleetOrder) -> Known? {
        guard let entry = entries[key] else { return nil }
        guard entry.hash == Self.hash(of: order) else { return .otherOrder }
        return entry.reply.map(Known.reply) ?? .noReply
    }

    private static func hash(of order: FleetOrder) -> Int {
        var hasher = Hasher()
        for text in [order.principal, order.line] { hasher.combine(text) }
        for time in [order.sent, order.deadline] { hasher.combine(time) }
        return hasher.finalize()
    }

    mutating func add(_ key: OrderDesk.Key, of order: FleetOrder, reply: [UInt8], until end: Duration) {
        entries[key] = Entry(hash: Self.hash(of: order), reply: reply, end: end)
        replied.append(key)
        bytes += reply.count
        while bytes > Self.maxBytes, firstReplied < replied.count {
            bytes -= entries[replied[firstReplied]]?.reply?.count ?? 0
            entries[replied[firstReplied]]?.reply = nil
            firstReplied += 1
        }
        nextMoment = min(nextMoment ?? end, end)
    }

    mutating func advance(to now: Duration) {
        guard let next = nextMoment, next <= now else { return }
        entries = entries.filter { $0.value.end > now }
        replied = replied[firstReplied...].filter { entries[$0] != nil }
        firstReplied = 0
        bytes = entries.values.reduce(0) { $0 + ($1.reply?.count ?? 0) }
        nextMoment = entries.values.map(\.end).min().map { max($0, now + Self.pause) }
    }
}
