/// Numbers as people write them: digits, a point, a minus sign, and optionally the unit.
enum DecimalText {
    /// The fewest digits that give the same number, without an exponent from 0.000001 to 10¹⁵.
    static func plain(_ number: Double) -> String { expanded(number.description) }

    /// The same for single precision: 0.1, where the same number in double precision is 0.10000000149011612.
    static func plain(_ number: Float) -> String { expanded(number.description) }

    /// The number with at most this many decimals, rounded half away from zero, without trailing zeros.
    static func fixed(_ number: Double, decimals: Int) -> String {
        let factor = Int64(pow10(decimals))
        guard let scaled = Int64(exactly: rounded(number * Double(factor))) else { return plain(number) }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(factor))
        var digits = String(rest)
        digits = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
        while digits.last == "0" { digits.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + String(whole) + (rest == 0 ? "" : "." + digits)
    }

    /// Rounds half away from zero. A number that misses the half by no more than the error of a few operations in
    /// double precision counts as the half: 21.485 · 100 is 2148.4999999999995.
    static func rounded(_ number: Double) -> Double {
        let whole = number.rounded(.towardZero)
        let error = min(max(1, abs(number)) * 1e-15, 1e-6)
        return abs(number - whole) >= 0.5 - error ? whole + (number < 0 ? -1 : 1) : whole
    }

    /// Reads `21.5`, `-3`, `40 %`, `4e-7 F`: `.integer` without a point and an exponent, otherwise `.real`.
    static func number(_ text: String, unit: String?) throws(DatapointFault) -> DatapointValue {
        let written = text.trimmingSpaces()
        let digits = prefixOfNumber(written)
        let rest = String(written[digits.endIndex...]).trimmingSpaces()
        if digits.isEmpty || rest.first == "," || rest.first == "." {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a number", hint: hint(written, unit))
        }
        guard rest.isEmpty || unit.map({ sameUnit(rest, $0) }) == true else {
            let expected = unit.map { "the unit is \($0)" } ?? "write only the number"
            throw DatapointFault(.wrongForm, "unexpected \"\(rest)\" after the number \(digits)", hint: expected)
        }
        if let integer = Int64(digits) { return .integer(integer) }
        guard let real = Double(digits), real.isFinite else {
            throw DatapointFault(.outOfRange, "\"\(text)\" is too large", hint: nil)
        }
        return .real(real)
    }

    private static func hint(_ written: String, _ unit: String?) -> String {
        let pointed = String(written.map { $0 == "," ? "." : $0 })
        let number = prefixOfNumber(pointed)
        if written.contains(","), !number.isEmpty, !pointed[number.endIndex...].contains(where: { $0 == "." }) {
            return "write \(pointed)"
        }
        return "write it as 21.5" + (unit.map { " or 21.5 \($0)" } ?? "")
    }

    /// Sign, digits, point, digits, exponent; empty if there is no number. An `e` without digits belongs to the unit.
    private static func prefixOfNumber(_ text: String) -> Substring {
        let scalars = text.unicodeScalars
        var end = scalars.startIndex
        func digits(from start: String.Index) -> String.Index {
            var index = start
            while index < scalars.endIndex, ("0"..."9").contains(scalars[index]) { index = scalars.index(after: index) }
            return index
        }
        if end < scalars.endIndex, scalars[end] == "-" || scalars[end] == "+" { end = scalars.index(after: end) }
        let whole = digits(from: end)
        guard whole > end else { return text[..<text.startIndex] }
        end = whole
        if end < scalars.endIndex, scalars[end] == "." {
            let point = scalars.index(after: end)
            let decimals = digits(from: point)
            if decimals > point { end = decimals }
        }
        if end < scalars.endIndex, scalars[end] == "e" || scalars[end] == "E" {
            var start = scalars.index(after: end)
            if start < scalars.endIndex, scalars[start] == "-" || scalars[start] == "+" {
                start = scalars.index(after: start)
            }
            let exponent = digits(from: start)
            if exponent > start { end = exponent }
        }
        return text[..<end]
    }

    /// Units are compared without case, except for `m` and `M`, which are factors of 10⁹ apart; `m3` is `m³`, `C` is
    /// `°C`, `lux` is `lx`.
    private static func sameUnit(_ one: String, _ other: String) -> Bool { foldedUnit(one) == foldedUnit(other) }

    private static func foldedUnit(_ unit: String) -> String {
        var folded = ""
        for character in unit {
            switch character {
            case " ", "·", "°", "º": break
            case "²": folded += "2"
            case "³": folded += "3"
            case "µ", "μ": folded += "u"
            case "Ω": folded += "ohm"
            case "M": folded += "M"
            default: folded += character.lowercased()
            }
        }
        return folded == "lux" ? "lx" : folded
    }

    /// `1.5e-05` → `0.000015`; very large and very small numbers keep their exponent.
    private static func expanded(_ description: String) -> String {
        let parts = description.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]), (-7..<16).contains(exponent) else {
            return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
        }
        let isNegative = parts[0].hasPrefix("-")
        let mantissa = (isNegative ? parts[0].dropFirst() : parts[0]).split(separator: ".")
        var whole = mantissa[0]
        var rest = mantissa.count == 2 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        if exponent < 0 {
            rest = String(repeating: "0", count: -exponent - whole.count) + whole + rest
            whole = "0"
        } else {
            rest += String(repeating: "0", count: max(0, exponent - rest.count))
            let moved = whole + rest.prefix(exponent)
            rest = String(rest.dropFirst(exponent))
            whole = Substring(moved)
        }
        return (isNegative ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
    }

    private static func pow10(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension String {
    func trimmingSpaces() -> String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
