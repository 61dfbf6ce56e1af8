/// Formats numbers.
enum Figures {
    /// - Parameter digits: the number of decimals.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        guard value >= 0, value < 1e12 else { return "\(value)" }
        let scaled = Int((value * Double(scale)).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
