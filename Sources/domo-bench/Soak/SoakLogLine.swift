/// A line of the daemon's log.
enum SoakLogLine {
    /// Parts of the daemon's reports about the mistakes that `ChangePart` writes into files.
    private static let expected = [
        "/\(SoakHouses.extraHouse).xml:", "/\(SoakHouses.configuration):", "\"\(SoakHouses.nobody)\"",
    ]

    /// False for an unexpected error, and for a line that is not in the log format, such as a crash or a library's
    /// message.
    static func isExpected(_ line: some StringProtocol) -> Bool {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].count == 24, words[0].hasSuffix("Z") else { return false }
        switch words[1] {
        case "trace", "debug", "info", "notice", "warning": return true
        case "error": return expected.contains { line.contains($0) }
        default: return false
        }
    }
}
