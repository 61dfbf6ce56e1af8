import DomoModel

/// What was dropped before it could be written, because the disk failed for too long.
struct Losses {
    enum Part: Int {
        case changes, orders, events
    }

    struct Key: Hashable {
        /// Nil for the records of many elements, and for events.
        var element: String?
        var part: Part
    }

    struct Loss {
        var from: Timestamp
        var to: Timestamp
        var records = 1
    }

    /// How many elements are told apart.
    private static let maxElements = 1000

    private(set) var all: [Key: Loss] = [:]

    mutating func note(_ element: String?, _ part: Part, at time: Timestamp) {
        var key = Key(element: element, part: part)
        if all[key] == nil, all.count >= Self.maxElements { key.element = nil }
        add(Loss(from: time, to: time), to: key)
    }

    /// Adds those of a batch that could not be written.
    mutating func add(_ other: Losses) {
        for (key, loss) in other.all { add(loss, to: key) }
    }

    private mutating func add(_ loss: Loss, to key: Key) {
        guard var known = all[key] else {
            all[key] = loss
            return
        }
        known.from = min(known.from, loss.from)
        known.to = max(known.to, loss.to)
        known.records += loss.records
        all[key] = known
    }
}
