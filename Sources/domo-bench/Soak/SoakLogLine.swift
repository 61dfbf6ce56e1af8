/// A line of the daemon's log.
enum SoakLogLine {
    /// The mistakes that `ChangePart` writes into files, as the daemon reports them.
    private static let expected = [
        "/\(SoakHouses.extraHouse).xml:", "/\(SoakHouses.configuration):", "\"\(SoakHouses.nobody)\"",
    ]

    /// False for an error that nobody brought about, and for what is no line of a log: a crash, a library's complaint.
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
