/// What goes first, in this order.
public enum SendRank: Hashable, Sendable, CaseIterable {
    /// It ends a movement at its moment.
    case urgent
    case order
    /// What domo tells the bus: exposed values, answers to reads.
    case report
    case read
}

/// The telegrams that wait to be sent, by rank, each in the order of their arrival.
struct SendQueue: Hashable, Sendable {

    struct Entry: Hashable, Sendable {
        var ticket: UInt64
        var telegram: GroupTelegram
        var rank: SendRank
        var mayRepeat = true
        /// The encoded message or frame.
        var octets: [UInt8]
    }

    /// The maximum length; the engine's pace keeps it far below.
    static let maxCount = 1024
    static let fullText = "the queue is full (\(maxCount) telegrams)"

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { entries.count >= Self.maxCount }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// - Parameter mayTake: whether a telegram of a rank may be sent now; always over routing, which confirms nothing.
    /// - Returns: the next telegram; nil if nothing of the first rank that waits may be sent.
    mutating func pop(where mayTake: (SendRank) -> Bool = { _ in true }) -> Entry? {
        for rank in SendRank.allCases {
            guard let index = entries.firstIndex(where: { $0.rank == rank }) else { continue }
            return mayTake(rank) ? entries.remove(at: index) : nil
        }
        return nil
    }

    /// - Returns: false if it does not wait.
    mutating func remove(ticket: UInt64) -> Bool {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// - Returns: the tickets of all telegrams.
    mutating func removeAll() -> [UInt64] {
        defer { entries = [] }
        return entries.map(\.ticket)
    }
}
