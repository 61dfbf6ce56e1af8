/// Which part of a long reply a message is, as its header reports: `3/81`.
struct ReplyPart: Equatable, Sendable {
    static let header = "Domo-Part"
    static let maxCount = 1024

    /// From 1.
    var number: Int
    var count: Int

    init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

    /// - Returns: nil for anything but a number up to a count from 1.
    init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]),
            (1...Self.maxCount).contains(count), (1...count).contains(number)
        else { return nil }
        self.init(number, of: count)
    }

    var text: String { "\(number)/\(count)" }
}
