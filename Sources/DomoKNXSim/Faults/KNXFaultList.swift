import DomoKNX
import DomoModel

/// The current faults.
struct KNXFaultList: Sendable {
    private struct Entry: Sendable {
        var fault: KNXFault
        var remaining: Int?
        var end: Duration?
    }

    /// The maximum number of faults.
    static let limit = 100

    private var entries: [Entry] = []
    private var dice: SplitMix64

    init(seed: UInt64) { dice = SplitMix64(seed: seed ^ 0x6661_756C_7473) }

    /// - Returns: False if there are too many.
    mutating func add(_ fault: KNXFault, at now: Duration) -> Bool {
        drop(at: now)
        guard entries.count < Self.limit else { return false }
        entries.append(Entry(fault: fault, remaining: fault.count, end: fault.duration.map { now + $0 }))
        return true
    }

    mutating func clear() { entries = [] }

    /// The first matching fault of these kinds; it counts as used once.
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

    /// Whether there is a fault of a kind, without using it.
    func has(_ kind: KNXFault.Kind, at now: Duration) -> Bool {
        entries.contains { $0.fault.kind == kind && isLive($0, at: now) }
    }

    /// When the next timed fault of a kind ends.
    func end(of kind: KNXFault.Kind, after now: Duration) -> Duration? {
        entries.filter { $0.fault.kind == kind }.compactMap(\.end).filter { $0 > now }.min()
    }

    private func isLive(_ entry: Entry, at now: Duration) -> Bool {
        entry.remaining.map { $0 > 0 } ?? true && entry.end.map { $0 > now } ?? true
    }

    private mutating func drop(at now: Duration) { entries = entries.filter { isLive($0, at: now) } }
}
