import DomoLanguage

/// Orders that came with a key: if one is sent again after a lost connection, it gets the same reply and is not carried
/// out twice. Each principal has its own keys.
///
/// A key is kept for its whole time: what others send never makes a retry a second order. Each account has a share.
struct OrderKeys: Sendable {
    struct Key: Hashable, Sendable {
        var principal: Principal
        var key: String
    }

    enum Known: Equatable, Sendable {
        case underWay
        case answered(Reply)
        /// The key was used for another order.
        case other
    }

    /// How long a key is kept: longer than any order takes. Somebody who has lost a connection tries again within seconds.
    static let lifetime: Duration = Order.deadlines.upperBound + .seconds(300)
    static let maxKeys = 16_384
    static let maxKeysOfAccount = 1024
    /// Of the maximum, for those who manage everything.
    static let reserve = 1024

    private struct Entry: Sendable {
        var order: Order
        var given: Instant
        var account: AccessRules.Account
        var reply: Reply?
    }

    private var entries: [Key: Entry] = [:]
    private var counts: [AccessRules.Account: Int] = [:]
    private var keyOfRequest: [RequestID: Key] = [:]
    /// Those of the entries, and when each was given; the oldest first.
    private var queue: [(key: Key, given: Instant)] = []
    /// The first of the queue that was not removed.
    private var first = 0

    /// The orders with a key that have no reply yet.
    var count: Int { keyOfRequest.count }

    /// Nil if the key is new. Orders that differ only in what they wait for, and until when they are wanted,
    /// are the same.
    func known(_ key: Key, with order: Order, at now: Instant) -> Known? {
        guard var entry = entries[key], now < entry.given + Self.lifetime else { return nil }
        (entry.order.wait, entry.order.until) = (order.wait, order.until)
        guard entry.order == order else { return .other }
        return entry.reply.map { .answered($0) } ?? .underWay
    }

    /// Makes room for a new key.
    ///
    /// - Throws: if the share of the account, or the whole, is used up.
    mutating func requireRoom(for account: AccessRules.Account, isPrivileged: Bool, at now: Instant) throws(Fault) {
        forgetExpired(at: now)
        let own = counts[account, default: 0]
        guard own < Self.maxKeysOfAccount else {
            throw Fault(
                .busy,
                "\(own) orders with a key were given in the last 15 minutes, the maximum for one user or token",
                hint: "give orders without a key, or wait"
            )
        }
        guard entries.count < (isPrivileged ? Self.maxKeys : Self.maxKeys - Self.reserve) else {
            throw Fault(.busy, "there are too many orders with a key", hint: "give orders without a key, or wait")
        }
    }

    mutating func begin(
        _ key: Key,
        with order: Order,
        of account: AccessRules.Account,
        for id: RequestID,
        at now: Instant
    ) {
        forget(key)
        entries[key] = Entry(order: order, given: now, account: account)
        counts[account, default: 0] += 1
        queue.append((key, now))
        keyOfRequest[id] = key
    }

    /// A request was answered.
    mutating func end(_ id: RequestID, with reply: Reply) {
        guard !keyOfRequest.isEmpty, let key = keyOfRequest.removeValue(forKey: id) else { return }
        entries[key]?.reply = reply
    }

    private mutating func forgetExpired(at now: Instant) {
        while first < queue.count, queue[first].given + Self.lifetime <= now {
            let (key, given) = queue[first]
            first += 1
            // It may have been used again since.
            if entries[key]?.given == given { forget(key) }
        }
        if first > 1024, first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
    }

    private mutating func forget(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        let rest = counts[entry.account, default: 0] - 1
        counts[entry.account] = rest > 0 ? rest : nil
    }
}
