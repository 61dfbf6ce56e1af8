import DomoModel

// Durations, ages, sizes and numbers for people.

extension Rendering {
    /// `< 0.1 ms`, tenths of a millisecond below 10 ms, whole milliseconds below 10 s, then tenths of a second.
    static func milliseconds(_ milliseconds: Double) -> String {
        guard milliseconds < 10 else {
            guard milliseconds >= 10_000 else { return "\(Int(milliseconds.rounded())) ms" }
            return decimal(min(milliseconds, 1e15) / 1000, digits: 1) + " s"
        }
        return milliseconds < 0.05 ? "< 0.1 ms" : decimal(milliseconds, digits: 1) + " ms"
    }

    /// `45 s`, `12 min`, `3 h 20 min`, `5 d 4 h`: at most two units, rounded down.
    static func length(seconds: Int) -> String {
        let seconds = max(0, seconds)
        func two(_ large: Int, _ largeUnit: String, _ small: Int, _ smallUnit: String) -> String {
            "\(large) \(largeUnit)" + (small == 0 ? "" : " \(small) \(smallUnit)")
        }
        if seconds >= 86_400 { return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h") }
        if seconds >= 3600 { return two(seconds / 3600, "h", seconds % 3600 / 60, "min") }
        return seconds >= 60 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// `3 h ago`: one unit, rounded down.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        let seconds = Int((now.milliseconds - time.milliseconds) / 1000)
        if seconds >= 86_400 { return "\(seconds / 86_400) d ago" }
        if seconds >= 3600 { return "\(seconds / 3600) h ago" }
        if seconds >= 60 { return "\(seconds / 60) min ago" }
        return seconds > 0 ? "\(seconds) s ago" : "just now"
    }

    /// `512 B`, `12.3 MiB`
    static func size(bytes: Int) -> String {
        var size = Double(max(0, bytes))
        guard size >= 1024 else { return "\(Int(size)) B" }
        var unit = "B"
        for larger in ["KiB", "MiB", "GiB", "TiB"] where size >= 1024 {
            size /= 1024
            unit = larger
        }
        return decimal(size, digits: 1) + " " + unit
    }

    /// A number with at most this many digits after the point, without trailing zeros.
    static func decimal(_ number: Double, digits: Int) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let units = Int((number * Double(scale)).rounded())
        var fraction = String(units.magnitude % UInt(scale))
        fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return (units < 0 ? "-" : "") + "\(units.magnitude / UInt(scale))" + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A number with a precision that suits its size.
    static func measured(_ number: Double) -> String {
        decimal(number, digits: abs(number) < 10 ? 2 : abs(number) < 100_000 ? 1 : 0)
    }
}
