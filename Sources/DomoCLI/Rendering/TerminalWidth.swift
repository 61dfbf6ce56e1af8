import Glibc

/// How wide what is printed may be.
enum TerminalWidth {
    /// What is taken where nobody knows: a file has no width.
    static let usual = 80
    /// What is taken for a width at all.
    static let sensible = 1...500
    /// What a chart needs: its axis has numbers and times.
    static let leastForChart = 20

    static func columns(descriptor: CInt) -> Int {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return columns(
            variable: getenv("COLUMNS").map { String(cString: $0) },
            terminal: isKnown ? Int(size.ws_col) : nil
        )
    }

    /// `COLUMNS` is the user's own word, and goes first.
    static func columns(variable: String?, terminal: Int?) -> Int {
        let named = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return min(max(named ?? terminal ?? usual, sensible.lowerBound), sensible.upperBound)
    }
}
