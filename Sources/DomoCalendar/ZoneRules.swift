/// The offset of a zone from UTC over time.
struct ZoneRules: Equatable, Sendable {
    /// Clocks are less than a day away from UTC, which `LocalClock` relies on.
    static let offsets = -86_399...86_399

    /// When the offset changes, in seconds since 1970, ascending.
    private(set) var transitions: [Int64] = []
    /// One more than transitions, in seconds, east positive: before the first one and after each.
    private var offsets: [Int32]
    /// The rules from `yearlyBeginning` on, in seconds since 1970, which override the transitions.
    private var yearly: YearlyRules?
    private var yearlyBeginning = Int64.min

    init(fixed offset: Int32) {
        offsets = [offset]
    }

    init(_ rules: YearlyRules) {
        offsets = [rules.standard]
        yearly = rules
    }

    /// - Parameters:
    ///   - initial: the offset before the first transition.
    ///   - changes: in ascending order, each with the offset after it.
    ///   - yearly: the rules after the last change, or at all times if there are no changes.
    init(initial: Int32, changes: [(moment: Int64, offset: Int32)], then yearly: YearlyRules?) {
        offsets = [initial]
        // Often only the abbreviation changes.
        let known = changes.indices.filter { changes[$0].offset != ($0 > 0 ? changes[$0 - 1].offset : initial) }
        transitions.reserveCapacity(known.count)
        offsets.reserveCapacity(known.count + 1)
        for index in known {
            transitions.append(changes[index].moment)
            offsets.append(changes[index].offset)
        }
        self.yearly = yearly
        yearlyBeginning = changes.last?.moment ?? .min
    }

    /// - Parameter second: since 1970.
    func offset(at second: Int) -> Int {
        if let yearly, second >= yearlyBeginning { return yearly.offset(at: second) }
        // The first transition after it.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return Int(offsets[low])
    }
}
