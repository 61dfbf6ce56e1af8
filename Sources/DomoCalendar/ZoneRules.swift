/// A time of a zone, as its file has it.
struct ZoneTime: Equatable, Sendable {
    /// In seconds, east positive.
    var offset: Int32
    /// Daylight saving time is in force. It may be behind standard time.
    var isDaylight: Bool
}

/// The offset of a zone from UTC over time.
struct ZoneRules: Equatable, Sendable {
    /// Clocks are less than a day away from UTC, which `LocalClock` relies on.
    static let offsets = -86_399...86_399

    /// When the offset changes, in seconds since 1970, ascending.
    private(set) var transitions: [Int64] = []
    /// One more than transitions: before the first one and after each.
    private var times: [ZoneTime]
    /// The rules from `yearlyBeginning` on, in seconds since 1970, which override the transitions.
    private var yearly: YearlyRules?
    private var yearlyBeginning = Int64.min

    init(fixed offset: Int32) {
        times = [ZoneTime(offset: offset, isDaylight: false)]
    }

    init(_ rules: YearlyRules) {
        times = [ZoneTime(offset: rules.standard, isDaylight: false)]
        yearly = rules
    }

    /// - Parameters:
    ///   - initial: the time before the first transition.
    ///   - changes: in ascending order, each with the time after it.
    ///   - yearly: the rules after the last change, or at all times if there are no changes.
    init(initial: ZoneTime, changes: [(moment: Int64, time: ZoneTime)], then yearly: YearlyRules?) {
        times = [initial]
        // Often only the abbreviation changes.
        let known = changes.indices.filter { changes[$0].time != ($0 > 0 ? changes[$0 - 1].time : initial) }
        transitions.reserveCapacity(known.count)
        times.reserveCapacity(known.count + 1)
        for index in known {
            transitions.append(changes[index].moment)
            times.append(changes[index].time)
        }
        self.yearly = yearly
        yearlyBeginning = changes.last?.moment ?? .min
    }

    /// - Parameter second: since 1970.
    func offset(at second: Int) -> Int {
        if let yearly, second >= yearlyBeginning { return yearly.offset(at: second) }
        return Int(times[period(of: second)].offset)
    }

    /// - Parameter second: since 1970.
    func isSummerTime(at second: Int) -> Bool {
        if let yearly, second >= yearlyBeginning { return yearly.isSummerTime(at: second) }
        let number = period(of: second)
        let time = times[number]
        let neighbours = [number - 1, number + 1].filter(times.indices.contains).map { times[$0] }
        if time.isDaylight {
            // A period of daylight saving time may follow another, as double summer time.
            let standard = neighbours.first { !$0.isDaylight }
            return standard.map { $0.offset < time.offset } ?? true
        }
        return neighbours.contains { $0.isDaylight && $0.offset < time.offset }
    }

    /// The index of the time then.
    private func period(of second: Int) -> Int {
        // The first transition after it.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
