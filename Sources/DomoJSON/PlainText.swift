/// Formats a number, a whole one without `.0`.
public func plainText(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
