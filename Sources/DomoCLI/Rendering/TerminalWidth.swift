import Glibc

/// How wide what is printed may be.
enum TerminalWidth {
    /// What is taken for a terminal that doesn't tell, such as a serial line; and for what is drawn into a file.
    static let usual = 80
    /// What is taken for a width at all.
    static let sensible = 1...500
    /// What a chart needs: its axis has numbers and times.
    static let leastForChart = 20

    /// - Returns: nil for a file or a pipe, which has no width.
    static func columns(descriptor: CInt) -> Int? {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let assumed = isatty(descriptor) == 1 ? usual : nil
        return columns(
            variable: getenv("COLUMNS").map { String(cString: $0) },
            terminal: isKnown ? Int(size.ws_col) : assumed
        )
    }

    /// `COLUMNS` is the user's own word, and goes first.
    static func columns(variable: String?, terminal: Int?) -> Int? {
        let named = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return (named ?? terminal).map { min(max($0, sensible.lowerBound), sensible.upperBound) }
    }
}
