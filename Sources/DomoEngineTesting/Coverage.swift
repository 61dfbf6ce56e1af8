public import DomoLanguage

/// What happened in one run or in many: a simulation in which something never happens proves nothing of it.
public struct Coverage: Equatable, Sendable {
    /// Counted by a name: `sent`, `lost answers`, `stage confirmed`, …
    public private(set) var counts: [String: Int] = [:]
    public private(set) var faults: [Fault.Code: Int] = [:]
    var hot = Hot()

    /// What is counted often, without looking a name up.
    struct Hot: Equatable, Sendable {
        var sent = 0
        var asked = 0
        var wakes = 0
        var readingsChecked = 0
        var confirmedReadings = 0
        var staleReadings = 0
    }

    public init() {}

    public subscript(name: String) -> Int { counts[name, default: 0] }

    mutating func note(_ name: String) { counts[name, default: 0] += 1 }

    mutating func note(_ code: Fault.Code) { faults[code, default: 0] += 1 }

    /// Takes what was counted in passing in among the rest.
    mutating func finish() {
        let passing = [
            ("sent", hot.sent), ("asked", hot.asked), ("wakes", hot.wakes), ("readings checked", hot.readingsChecked),
            ("confirmed readings", hot.confirmedReadings), ("stale readings", hot.staleReadings),
        ]
        for (name, count) in passing where count > 0 { counts[name, default: 0] += count }
        hot = Hot()
    }

    public static func + (one: Coverage, other: Coverage) -> Coverage {
        var sum = one
        sum.counts.merge(other.counts, uniquingKeysWith: +)
        sum.faults.merge(other.faults, uniquingKeysWith: +)
        return sum
    }
}
