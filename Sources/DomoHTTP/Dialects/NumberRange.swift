/// A server's range for what is 0–100 % in domo: `0-255`, `100-0` (reversed), `-10-10`.
struct NumberRange: Sendable, Hashable {
    /// The numbers for 0 % and 100 %. They differ.
    let first: Double
    let last: Double

    /// - Returns: nil unless the text is two different numbers with a hyphen between them.
    init?(_ text: some StringProtocol) {
        guard let split = text.dropFirst().firstIndex(of: "-"),
            let first = Self.number(text[..<split]), let last = Self.number(text[text.index(after: split)...]),
            first != last
        else { return nil }
        self.first = first
        self.last = last
    }

    func contains(_ number: Double) -> Bool { (min(first, last)...max(first, last)).contains(number) }

    /// Converts percent to the server's range.
    func scaled(_ percent: Double) -> Double { first + (last - first) * percent / 100 }

    /// The next whole number after that of 0 %; nil in a range that has none.
    var aboveFirst: Double? { abs(last - first) < 1 ? nil : first + (last > first ? 1 : -1) }

    /// Converts a number in the server's range to percent.
    func percent(_ number: Double) -> Double { (number - first) / (last - first) * 100 }

    /// Parses a decimal number of at most 15 characters: no `nan`, no hexadecimal.
    static func number(_ text: some StringProtocol) -> Double? {
        guard (1...15).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}
