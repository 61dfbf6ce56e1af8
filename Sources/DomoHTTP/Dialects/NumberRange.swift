/// A server's own range for what is 0–100 % here: `0-255`, `100-0` (turned round), `-10-10`.
struct NumberRange: Sendable, Hashable {
    /// What 0 % and 100 % are. They differ.
    let first: Double
    let last: Double

    /// - Returns: nil for anything but two different numbers with a hyphen between them.
    init?(_ text: some StringProtocol) {
        guard let split = text.dropFirst().firstIndex(of: "-"),
            let first = Self.number(text[..<split]), let last = Self.number(text[text.index(after: split)...]),
            first != last
        else { return nil }
        self.first = first
        self.last = last
    }

    func contains(_ number: Double) -> Bool { (min(first, last)...max(first, last)).contains(number) }

    /// From percent to the server's.
    func scaled(_ percent: Double) -> Double { first + (last - first) * percent / 100 }

    /// From the server's to percent.
    func percent(_ number: Double) -> Double { (number - first) / (last - first) * 100 }

    /// A number as people write it: no `nan`, no hexadecimal, no exponent beyond 15 characters.
    static func number(_ text: some StringProtocol) -> Double? {
        guard (1...15).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}

/// A number without the `.0` of a whole one.
func plainText(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
