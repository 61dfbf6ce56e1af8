/// How far the clocks of a zone are ahead of UTC at any time.
struct ZoneRules: Equatable, Sendable {
    /// Clocks are less than a day away from UTC: `LocalClock` counts on it.
    static let offsets = -86_399...86_399

    /// When the clocks are set, in seconds since 1970, ascending.
    private(set) var transitions: [Int64] = []
    /// One more than transitions: in seconds, east positive, that before the first one and that after each.
    private var offsets: [Int32]
    /// What goes from its beginning on, in seconds since 1970, whatever the transitions tell.
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
    ///   - initial: before the first transition.
    ///   - changes: the moments in ascending order, each with the offset from it on.
    ///   - yearly: what goes from the last moment on, and always where there is none.
    init(initial: Int32, changes: [(moment: Int64, offset: Int32)], then yearly: YearlyRules?) {
        offsets = [initial]
        // Often the name of the time alone changes.
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
        // The first transition that is later.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return Int(offsets[low])
    }
}
