import DomoLanguage
import DomoModel

/// The subscriptions of browsers. Each ends with its token.
struct PushTable: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// Never given again.
        var id: UInt64
        /// The identity of the token.
        var token: UInt64
        var since: Timestamp
        var subscription: PushSubscription
    }

    /// The maximum number of a token. The oldest gives way: browsers replace theirs without a word.
    static let maxPerToken = 5

    /// The oldest first.
    private(set) var entries: [Entry]
    private(set) var nextID: UInt64

    init(_ entries: [Entry] = [], nextID: UInt64 = 1) {
        self.entries = entries
        self.nextID = max(nextID, (entries.map(\.id).max() ?? 0) + 1)
    }

    /// Adds a subscription. One with the same endpoint ends: a browser belongs to who signed in last.
    ///
    /// - Returns: whether something has changed.
    mutating func add(_ new: PushSubscription, of token: UInt64, at now: Timestamp) -> Bool {
        guard !entries.contains(where: { $0.token == token && $0.subscription == new }) else { return false }
        entries.removeAll { $0.subscription.endpoint == new.endpoint }
        let own = entries.filter { $0.token == token }
        if own.count >= Self.maxPerToken, let oldest = own.first { entries.removeAll { $0.id == oldest.id } }
        entries.append(Entry(id: nextID, token: token, since: now, subscription: new))
        nextID += 1
        return true
    }

    /// Removes those that are meant.
    ///
    /// - Returns: whether there was one.
    mutating func remove(where isMeant: (Entry) -> Bool) -> Bool {
        let count = entries.count
        entries.removeAll(where: isMeant)
        return entries.count < count
    }
}
