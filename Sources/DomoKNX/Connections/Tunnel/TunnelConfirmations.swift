/// The telegrams that the interface has acknowledged and not confirmed yet.
struct TunnelConfirmations: Hashable, Sendable {
    struct Awaited: Hashable {
        var ticket: UInt64
        var telegram: GroupTelegram
        var rank: SendRank
        /// Whether sending it twice has the same effect as once.
        var mayRepeat: Bool
        var end: Duration
    }

    /// What a confirmation belongs to.
    enum Match: Hashable {
        case awaited(ticket: UInt64)
        /// A telegram whose time is over.
        case overdue
        case nothing
    }

    private struct Overdue: Hashable {
        var telegram: GroupTelegram
        var until: Duration
    }

    private static let maxOverdue = 64

    private var awaited: [Awaited] = []
    /// A confirmation that did not come in time may still come, and must not confirm the next telegram with the same
    /// address and data: nothing else tells confirmations apart.
    private var overdue: [Overdue] = []
    /// The addresses whose telegrams were not confirmed since the interface last sent something from the bus.
    private var silent: Set<GroupAddress> = []
    /// Whether the interface has sent something from the bus.
    private(set) var hasHeard = false

    var orders: Int { awaited.count { $0.rank == .urgent || $0.rank == .order } }
    var reads: Int { awaited.count { $0.rank == .read } }
    var others: Int { awaited.count - orders }
    /// The interface acknowledges telegrams and confirms none, and nothing comes from the bus.
    var isHalfDead: Bool { silent.count >= TunnelTimes.maxSilent }
    var earliest: Duration? { awaited.map(\.end).min() }

    mutating func await(_ telegram: Awaited) { awaited.append(telegram) }

    mutating func noteHeard() { (silent, hasHeard) = ([], true) }

    /// Finds the oldest telegram that a confirmation fits.
    mutating func match(_ fits: (GroupTelegram) -> Bool, at now: Duration) -> Match {
        overdue.removeAll { $0.until <= now }
        let late = overdue.firstIndex { fits($0.telegram) }
        if let late { overdue.remove(at: late) }
        guard let index = awaited.firstIndex(where: { fits($0.telegram) && (late == nil || $0.mayRepeat) }) else {
            return late == nil ? .nothing : .overdue
        }
        let confirmed = awaited.remove(at: index)
        // The telegram was on the bus; that of its repetition is still to come.
        if late != nil { addOverdue(confirmed.telegram, at: now) }
        return .awaited(ticket: confirmed.ticket)
    }

    /// A missing confirmation says nothing about other addresses: the heartbeat shows whether the bus is reachable.
    ///
    /// - Returns: the tickets whose confirmation did not come in time.
    mutating func expire(at now: Duration) -> [UInt64] {
        let expired = awaited.filter { $0.end <= now }
        awaited.removeAll { $0.end <= now }
        for telegram in expired {
            silent.insert(telegram.telegram.destination)
            addOverdue(telegram.telegram, at: now)
        }
        return expired.map(\.ticket)
    }

    /// - Returns: the tickets of all.
    mutating func removeAll(at now: Duration) -> [UInt64] {
        defer { awaited = [] }
        for telegram in awaited { addOverdue(telegram.telegram, at: now) }
        return awaited.map(\.ticket)
    }

    private mutating func addOverdue(_ telegram: GroupTelegram, at now: Duration) {
        if overdue.count == Self.maxOverdue { overdue.removeFirst() }
        overdue.append(Overdue(telegram: telegram, until: now + TunnelTimes.lateConfirmation))
    }
}
