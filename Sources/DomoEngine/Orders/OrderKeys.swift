import DomoLanguage

/// Orders that came with a key: if one is sent again after a lost connection, it gets the same reply and is not carried
/// out twice. Each principal has its own keys.
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

    /// How long a key is kept, and how many are kept.
    static let lifetime: Duration = .seconds(3600)
    static let maxKeys = 1024

    private struct Entry: Sendable {
        var order: Order
        var given: Instant
        var reply: Reply?
    }

    private var entries: [Key: Entry] = [:]
    private var keyOfRequest: [RequestID: Key] = [:]
    /// Oldest first.
    private var keys: [Key] = []

    var count: Int { keyOfRequest.count }

    /// Nil if the key is new. Orders that differ only in what they wait for are the same.
    func known(_ key: Key, with order: Order, at now: Instant) -> Known? {
        guard var entry = entries[key], now < entry.given + Self.lifetime else { return nil }
        entry.order.wait = order.wait
        guard entry.order == order else { return .other }
        return entry.reply.map { .answered($0) } ?? .underWay
    }

    mutating func begin(_ key: Key, with order: Order, for id: RequestID, at now: Instant) {
        if entries.updateValue(Entry(order: order, given: now), forKey: key) != nil { keys.removeAll { $0 == key } }
        keys.append(key)
        keyOfRequest[id] = key
        if keys.count > Self.maxKeys { entries[keys.removeFirst()] = nil }
    }

    /// A request was answered.
    mutating func end(_ id: RequestID, with reply: Reply) {
        guard !keyOfRequest.isEmpty, let key = keyOfRequest.removeValue(forKey: id) else { return }
        entries[key]?.reply = reply
    }
}
