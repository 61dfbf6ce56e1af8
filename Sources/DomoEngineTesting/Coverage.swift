public import DomoLanguage

/// How often each thing happened, in one run or several: a simulation in which something never happens does not test
/// it.
public struct Coverage: Equatable, Sendable {
    /// By name: `sent`, `lost answers`, `stage confirmed`, …
    public private(set) var counts: [String: Int] = [:]
    public private(set) var faults: [Fault.Code: Int] = [:]
    var hot = Hot()

    /// Frequent counts, kept as fields because a lookup by name costs more than counting.
    struct Hot: Equatable, Sendable {
        var sent = 0
        var queries = 0
        var wakes = 0
        var readingsChecked = 0
        var confirmedReadings = 0
        var staleReadings = 0
    }

    public init() {}

    public subscript(name: String) -> Int { counts[name, default: 0] }

    public mutating func note(_ name: String) { counts[name, default: 0] += 1 }

    public mutating func note(_ code: Fault.Code) { faults[code, default: 0] += 1 }

    /// Moves the frequent counts to `counts`.
    mutating func finish() {
        let passing = [
            ("sent", hot.sent), ("queries", hot.queries), ("wakes", hot.wakes),
            ("readings checked", hot.readingsChecked),
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
