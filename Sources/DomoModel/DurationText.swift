/// Durations as people write them: `250ms`, `20s`, `1.5s`, `10m`, `2h`, `7d`, `1w`; `5min` is read as `5m`.
public enum DurationText {
    /// The units for writing.
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    /// The units for reading. A week is written as seven days.
    private static let readUnits = units + [("w", 604_800_000), ("min", 60_000)]

    /// The largest integer part that is read.
    private static let maxNumber: Int64 = 999_999_999

    /// - Returns: nil for anything but a number with at most nine digits before and three after the point, and a unit;
    ///   and if it is not a whole number of milliseconds, which `write` could not represent.
    public static func read(_ text: some StringProtocol) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isWholeNumber || $0 == ".") }
        guard let unit = readUnits.first(where: { text.dropFirst(digits.count) == $0.suffix })?.milliseconds else {
            return nil
        }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].count), let whole = Int64(parts[0]) else {
            return nil
        }
        guard parts.count == 2 else { return .milliseconds(whole * unit) }
        guard (1...3).contains(parts[1].count),
            let thousandths = Int64(parts[1] + String(repeating: "0", count: 3 - parts[1].count))
        else { return nil }
        let (microseconds, isTooLong) = (whole * 1000 + thousandths).multipliedReportingOverflow(by: unit)
        return isTooLong || !microseconds.isMultiple(of: 1000) ? nil : .microseconds(microseconds)
    }

    /// Returns the shortest text that is read back as the same duration: exact to the millisecond up to 31 years, and
    /// to a thousandth of the unit beyond.
    public static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let unit =
            units.last { milliseconds.isMultiple(of: $0.milliseconds) && milliseconds >= $0.milliseconds } ?? units[0]
        guard milliseconds / unit.milliseconds > maxNumber else {
            return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
        }
        // `read` takes no more digits.
        guard let unit = units.first(where: { milliseconds / $0.milliseconds <= maxNumber }) else {
            return "\(maxNumber)\(units[units.count - 1].suffix)"
        }
        let thousandths = (milliseconds % unit.milliseconds) * 1000 / unit.milliseconds
        return "\(milliseconds / unit.milliseconds).\(String(1000 + thousandths).dropFirst())\(unit.suffix)"
    }
}
