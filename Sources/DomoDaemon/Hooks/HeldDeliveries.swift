import DomoEngine
import DomoLanguage

/// Signed deliveries that were carried out, and whose identities are being written: several at a time while one write is
/// in progress.
struct HeldDeliveries {
    private struct Held {
        let id: RequestID
        var reply: Reply?
    }

    /// Those of the write in progress.
    private var writing: [Held] = []
    /// Those of the next one.
    private var next: [Held] = []
    private var isWriting = false

    /// A delivery was carried out.
    ///
    /// - Returns: whether a write has to begin; `end` must follow.
    mutating func add(_ id: RequestID) -> Bool {
        guard isWriting else {
            writing.append(Held(id: id))
            isWriting = true
            return true
        }
        next.append(Held(id: id))
        return false
    }

    /// - Returns: whether the reply waits; false for a request that is no delivery in question.
    mutating func hold(_ reply: Reply, to id: RequestID) -> Bool {
        guard isWriting else { return false }
        if let index = next.lastIndex(where: { $0.id == id }) {
            next[index].reply = reply
        } else if let index = writing.lastIndex(where: { $0.id == id }) {
            writing[index].reply = reply
        } else {
            return false
        }
        return true
    }

    /// A write has ended.
    ///
    /// - Returns: the replies that waited for it, and whether another has to begin.
    mutating func end() -> (replies: [(RequestID, Reply)], goesOn: Bool) {
        let replies = writing.compactMap { held in held.reply.map { (held.id, $0) } }
        (writing, next) = (next, [])
        isWriting = !writing.isEmpty
        return (replies, isWriting)
    }
}
