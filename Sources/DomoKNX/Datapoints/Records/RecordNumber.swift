/// Numbers in the texts of records: digits, with a point before decimals.
enum RecordNumber {
    /// The number with exactly this many decimals. Numbers beyond 64 bits use their description.
    static func fixed(_ number: Double, decimals: Int) -> String {
        let factor = power(decimals)
        guard let scaled = Int64(exactly: (number * Double(factor)).rounded()) else { return number.description }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(factor))
        let sign = scaled < 0 ? "-" : ""
        return sign + String(whole) + (decimals == 0 ? "" : "." + padded(rest, decimals))
    }

    /// `12`, `-12`, `+12`; nil for anything else.
    static func integer(_ text: some StringProtocol) -> Int64? {
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        return isDigits(digits) ? Int64(text) : nil
    }

    /// `12`, `12.5`, `-12.5`; nil for anything else: no exponents, no comma, no more than 18 digits.
    static func real(_ text: some StringProtocol) -> Double? { decimal(text).map { $0.value } }

    /// A number and the number of decimals in the text.
    static func decimal(_ text: some StringProtocol) -> (value: Double, decimals: Int)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first else { return nil }
        let digits = first.first == "-" || first.first == "+" ? first.dropFirst() : first[...]
        let decimals = parts.count == 2 ? parts[1][...] : nil
        guard isDigits(digits), decimals.map({ isDigits($0) }) ?? true else { return nil }
        let count = decimals?.count ?? 0
        guard digits.count + count <= 18, let scaled = Int64(String(digits) + (decimals ?? "")) else { return nil }
        let magnitude = Double(scaled) / Double(power(count))
        return (first.first == "-" ? -magnitude : magnitude, count)
    }

    static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func power(_ exponent: Int) -> Int64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
