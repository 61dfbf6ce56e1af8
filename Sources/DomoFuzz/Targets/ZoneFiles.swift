import DomoCalendar
import DomoModel

/// Files of the time zone database, possibly damaged.
public struct ZoneFiles: FuzzTarget {
    public static let name = "zones"

    public init() {}

    public var corpus: [[UInt8]] { ZoneFileGrammar.samples.map(\.bytes) }

    public let words =
        [
            "TZif2", "TZif3", "TZif\0", "\0\0\0\0", "\0\0\0\u{1}", "\0\0\0\u{2}", "\u{7F}", "\u{1}\0\0\0",
            "\0\0\u{E}\u{10}\0\0", "LMT\0", "CET-1", "CEST", "<+01>-1", "<-0330>3:30", ",M3.5.0", ",M10.5.0/3", ",J60",
            ",0/-167", ",365/167", ",M12.5.6/24:59:59", "EST5EDT", "\n\n",
        ] + ZoneFileGrammar.footers.map { "\n\($0)\n" }

    public func input(using random: inout Dice) -> [UInt8]? { ZoneFileGrammar.file(using: &random).bytes }

    public let maxLength = 4 * 1024

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        guard let zone = SystemTimeZone(name: "Fuzz/Zone", file: input) else { return }
        let table = TransitionTable(input)
        let seconds =
            table.transitions.prefix(40).flatMap { [$0.second, $0.second == .min ? .min : $0.second - 1] }
            + (0..<8).map { _ in Int(truncatingIfNeeded: random.next()) >> random.below(64) }
        let clock = LocalClock(zone)
        for second in seconds {
            let (milliseconds, overflows) = Int64(second).multipliedReportingOverflow(by: 1000)
            guard !overflows else { continue }
            let time = Timestamp(milliseconds: milliseconds)
            let offset = zone.offset(at: time)
            try expect(abs(offset) < 86_400, "an offset of \(offset) seconds from UTC")
            if let expected = table.offset(at: second) {
                try expect(offset == expected, "an offset of \(offset) at \(second), expected \(expected)")
            }
            if Timestamp.calendar.contains(time) { try check(clock, at: time) }
        }
    }

    /// Every moment has a local time, which maps back to within two days of the moment.
    private func check(_ clock: LocalClock, at time: Timestamp) throws(Finding) {
        let (date, seconds) = (clock.date(at: time), clock.secondsOfDay(at: time))
        try expect((0..<86_400).contains(seconds), "\(seconds) seconds of a day")
        let shown = clock.moment(of: date, seconds: seconds).timestamp
        try expect(abs(shown.milliseconds - time.milliseconds) < 2 * 86_400_000, "\(time) is mapped back to \(shown)")
        _ = (clock.has(date), clock.startOfDay(date), clock.endOfDay(date), clock.rfc3339(time))
    }
}

/// The transitions of a valid zone file, read in the simplest way.
private struct TransitionTable {
    private(set) var transitions: [(second: Int, offset: Int)] = []
    private var initial = 0

    init(_ bytes: [UInt8]) {
        func number(_ start: Int, _ width: Int) -> Int {
            let bits = bytes[start..<start + width].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return width == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
        }
        // RFC 9636, section 3.1: the counts in the header at this position.
        func counts(_ start: Int) -> [Int] { (0..<6).map { number(start + 20 + 4 * $0, 4) } }
        let header = 44
        let old = counts(0)
        let start = header + old[0] + old[1] + old[2] * 8 + old[3] * 5 + old[4] * 6 + old[5]
        let count = counts(start)[3]
        let moments = start + header
        let types = moments + 9 * count
        initial = number(types, 4)
        transitions = (0..<count).map { index in
            (number(moments + 8 * index, 8), number(types + 6 * Int(bytes[moments + 8 * count + index]), 4))
        }
    }

    /// Nil from the last transition on, where the footer applies.
    func offset(at second: Int) -> Int? {
        guard let last = transitions.last, second < last.second else { return nil }
        return transitions.last { $0.second <= second }?.offset ?? initial
    }
}
