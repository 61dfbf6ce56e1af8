/// Replies that are too long for one message. The program that asked fetches the parts one by one: so much as it can take.
/// It does no I/O.
struct LongReplies {
    /// Of a part.
    static let partBytes = 128 << 10
    static let maxReply = 16 << 20
    /// Of all together.
    static let maxBytes = 32 << 20
    /// How long a reply is kept after a part of it was fetched.
    static let maxIdle: Duration = .seconds(30)

    private struct Entry {
        var reply: [UInt8]
        var end: Duration

        var count: Int { (reply.count + partBytes - 1) / partBytes }
    }

    private var entries: [OrderDesk.Key: Entry] = [:]
    private var bytes = 0

    /// - Returns: whether there is room for it.
    mutating func add(_ reply: [UInt8], for key: OrderDesk.Key, at now: Duration) -> Bool {
        remove(key)
        guard reply.count <= Self.maxReply, bytes + reply.count <= Self.maxBytes else { return false }
        entries[key] = Entry(reply: reply, end: now + Self.maxIdle)
        bytes += reply.count
        return true
    }

    /// The reply is forgotten with its last part.
    ///
    /// - Parameter number: from 1.
    /// - Returns: nil if the reply is no longer kept, or has no such part.
    mutating func part(
        _ number: Int,
        of key: OrderDesk.Key,
        at now: Duration
    ) -> (bytes: [UInt8], part: ReplyPart)? {
        guard var entry = entries[key], (1...entry.count).contains(number) else { return nil }
        let start = (number - 1) * Self.partBytes
        let part = Array(entry.reply[start..<min(start + Self.partBytes, entry.reply.count)])
        entry.end = now + Self.maxIdle
        entries[key] = entry
        if number == entry.count { remove(key) }
        return (part, ReplyPart(number, of: entry.count))
    }

    private mutating func remove(_ key: OrderDesk.Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        bytes -= entry.reply.count
    }

    var nextMoment: Duration? { entries.values.map(\.end).min() }

    mutating func advance(to now: Duration) {
        for (key, entry) in entries where entry.end <= now { remove(key) }
    }
}
