import Glibc

/// The width of the output.
enum TerminalWidth {
    /// The width of a terminal that doesn't report it, such as a serial line, and of a chart in a file.
    static let fallback = 80
    /// The range of widths.
    static let range = 1...500
    /// The minimum width of a chart, whose axis has numbers and times.
    static let minForChart = 20

    /// - Returns: nil for a file or a pipe, which has no width.
    static func columns(descriptor: CInt) -> Int? {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let assumed = isatty(descriptor) == 1 ? fallback : nil
        return columns(
            variable: getenv("COLUMNS").map { String(cString: $0) },
            terminal: isKnown ? Int(size.ws_col) : assumed
        )
    }

    /// `COLUMNS` has priority over the terminal.
    static func columns(variable: String?, terminal: Int?) -> Int? {
        let named = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return (named ?? terminal).map { min(max($0, range.lowerBound), range.upperBound) }
    }
}
