import DomoKNX

/// All that goes wrong at the time.
struct KNXFaultList: Sendable {
    private struct Entry: Sendable {
        var fault: KNXFault
        var remaining: Int?
        var end: Duration?
    }

    /// At most so many at a time.
    static let limit = 100

    private var entries: [Entry] = []
    private var dice: Dice

    init(seed: UInt64) { dice = Dice(seed: seed ^ 0x6661_756C_7473) }

    /// - Returns: false where there are too many.
    mutating func add(_ fault: KNXFault, at now: Duration) -> Bool {
        drop(at: now)
        guard entries.count < Self.limit else { return false }
        entries.append(Entry(fault: fault, remaining: fault.count, end: fault.duration.map { now + $0 }))
        return true
    }

    mutating func clear() { entries = [] }

    /// The first fault of these kinds that fits, which is then one nearer to its end.
    mutating func next(_ kinds: KNXFault.Kind..., group: GroupAddress? = nil, at now: Duration) -> KNXFault? {
        guard !entries.isEmpty else { return nil }
        drop(at: now)
        for index in entries.indices where kinds.contains(entries[index].fault.kind) {
            let fault = entries[index].fault
            guard fault.group == nil || fault.group == group, dice.chance(fault.perMille) else { continue }
            if let remaining = entries[index].remaining {
                entries[index].remaining = remaining - 1
            }
            return fault
        }
        return nil
    }

    /// Whether there is one of a kind, without using it.
    func has(_ kind: KNXFault.Kind, at now: Duration) -> Bool {
        entries.contains { $0.fault.kind == kind && isLive($0, at: now) }
    }

    /// When the first of a kind ends by time, after a moment.
    func end(of kind: KNXFault.Kind, after now: Duration) -> Duration? {
        entries.filter { $0.fault.kind == kind }.compactMap(\.end).filter { $0 > now }.min()
    }

    private func isLive(_ entry: Entry, at now: Duration) -> Bool {
        entry.remaining.map { $0 > 0 } ?? true && entry.end.map { $0 > now } ?? true
    }

    private mutating func drop(at now: Duration) { entries = entries.filter { isLive($0, at: now) } }
}
