/// An exact decimal number that keeps its spelling: `20` and `20.0` are equal, but shown as written.
public struct Decimal: Sendable {
    private enum Sign: UInt8, Sendable {
        case none, plus, minus
    }

    /// The maximum number of digits, without leading zeros.
    public static let maxDigits = 18

    private let sign: Sign
    /// Without sign and decimal point; below 10^18.
    private let digits: UInt64
    /// The number of digits after the decimal point, 0–18.
    private let scale: UInt8

    /// Parses a number in the form that `description` writes: an optional sign, digits without superfluous leading
    /// zeros, and at least one digit after a decimal point. `007`, `.5` and `1e3` are texts.
    ///
    /// - Returns: nil for any other text, and for more than 18 digits.
    public init?(_ text: String) {
        guard let numeral = Numeral(text), numeral.isPlain else { return nil }
        self.init(numeral)
    }

    /// Parses a number in any usual form, including `007`, `.5`, `5.` and `1e3`, each kept as its value.
    public init?(anySpelling text: String) {
        guard let numeral = Numeral(text) else { return nil }
        self.init(numeral)
    }

    private init(_ numeral: Numeral) {
        sign = numeral.isNegative ? .minus : numeral.hasPlus ? .plus : .none
        digits = numeral.digits
        scale = UInt8(numeral.scale)
    }

    private init(sign: Sign, digits: UInt64, scale: UInt8) {
        (self.sign, self.digits, self.scale) = (sign, digits, scale)
    }

    /// The nearest `Double`.
    public var double: Double {
        // Both are exact, so the quotient is rounded once.
        guard digits < 1 << 53 else { return Double(description) ?? .infinity }
        var power = 1.0
        for _ in 0..<scale { power *= 10 }
        return (sign == .minus ? -1 : 1) * Double(digits) / power
    }

    /// True if the shortest form of the number as a `Double` is this spelling.
    var isShortest: Bool {
        // Fifteen digits survive in a `Double`, and below 0.0001 it is written with an exponent.
        guard digits < 1_000_000_000_000_000, scale <= 4 else {
            return Decimal(shortest: double)?.description == description
        }
        return sign != .plus && (scale == 0 || digits % 10 != 0) && (sign == .none || digits > 0)
    }

    /// The shortest form of a number, without `.0` for whole numbers.
    init?(shortest number: Double) {
        self.init(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    }

    /// One unit in the last place written: 0.1 for `21.5`, 1 for `21`.
    public var unitInLastPlace: Decimal { Decimal(sign: .none, digits: 1, scale: scale) }
}

extension Decimal: CustomStringConvertible {
    /// As written.
    public var description: String {
        let sign = sign == .minus ? "-" : sign == .plus ? "+" : ""
        var text = String(digits)
        guard scale > 0 else { return sign + text }
        if text.utf8.count <= Int(scale) {
            text = String(repeating: "0", count: Int(scale) + 1 - text.utf8.count) + text
        }
        return sign + text.dropLast(Int(scale)) + "." + text.suffix(Int(scale))
    }
}

extension Decimal: Hashable, Comparable {
    /// The number times 10^`scale`, which must be at least its own scale; below 10^36.
    private func scaled(to scale: UInt8) -> Int128 {
        var number = Int128(digits)
        for _ in self.scale..<scale { number *= 10 }
        return sign == .minus ? -number : number
    }

    public static func == (one: Decimal, other: Decimal) -> Bool {
        let scale = max(one.scale, other.scale)
        return one.scaled(to: scale) == other.scaled(to: scale)
    }

    public static func < (one: Decimal, other: Decimal) -> Bool {
        let scale = max(one.scale, other.scale)
        return one.scaled(to: scale) < other.scaled(to: scale)
    }

    public func hash(into hasher: inout Hasher) {
        var (digits, scale) = (digits, scale)
        while scale > 0, digits % 10 == 0 { (digits, scale) = (digits / 10, scale - 1) }
        hasher.combine(digits)
        hasher.combine(scale)
        hasher.combine(sign == .minus && digits != 0)
    }
}

extension Decimal {
    /// True if the two differ by at most half of `unit`.
    public func isWithinHalf(_ unit: Decimal, of other: Decimal) -> Bool {
        let scale = max(scale, other.scale, unit.scale)
        let distance = scaled(to: scale) - other.scaled(to: scale)
        return abs(distance) * 2 <= unit.scaled(to: scale)
    }

    /// True if it is a whole number of steps from `start`. The step must be above 0.
    public func isWholeSteps(of step: Decimal, from start: Decimal) -> Bool {
        let scale = max(scale, step.scale, start.scale)
        return (scaled(to: scale) - start.scaled(to: scale)) % step.scaled(to: scale) == 0
    }
}

extension Decimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral number: Int) {
        self.init(sign: number < 0 ? .minus : .none, digits: UInt64(number.magnitude), scale: 0)
    }

    /// With the fewest digits that identify the number: `0.1` is a tenth.
    public init(floatLiteral number: Double) {
        guard let exact = Decimal(anySpelling: "\(number)") else { preconditionFailure("\(number) is no decimal") }
        self = exact
    }
}

/// A number being parsed, byte by byte.
private struct Numeral {
    private(set) var isNegative = false
    private(set) var hasPlus = false
    private(set) var digits: UInt64 = 0
    private(set) var scale = 0
    /// True if sign, digits and scale reproduce its spelling.
    private(set) var isPlain = true

    /// The number of digits, without leading zeros.
    private var count = 0

    /// - Returns: nil if it is not a number, or has too many digits.
    init?(_ text: String) {
        let bytes = text.utf8
        // No real number is longer.
        guard bytes.count <= 64 else { return nil }
        var position = bytes.startIndex
        func peek() -> UInt8? { position < bytes.endIndex ? bytes[position] : nil }
        func digit() -> UInt8? {
            guard let byte = peek(), (0x30...0x39).contains(byte) else { return nil }
            bytes.formIndex(after: &position)
            return byte - 0x30
        }
        func sign() -> UInt8? {
            guard let byte = peek(), byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return nil }
            bytes.formIndex(after: &position)
            return byte
        }
        let mark = sign()
        (isNegative, hasPlus) = (mark == UInt8(ascii: "-"), mark == UInt8(ascii: "+"))
        var whole = 0
        while let digit = digit() {
            if whole == 1, digits == 0 { isPlain = false }
            whole += 1
            guard append(digit) else { return nil }
        }
        var fraction = 0
        if peek() == UInt8(ascii: ".") {
            bytes.formIndex(after: &position)
            while let digit = digit() {
                fraction += 1
                if append(digit) {
                    scale += 1
                } else if digit == 0 {
                    // A zero that can't be kept, and does not change the value.
                    isPlain = false
                } else {
                    return nil
                }
            }
            if fraction == 0 { isPlain = false }
        }
        guard whole + fraction > 0 else { return nil }
        if whole == 0 { isPlain = false }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            bytes.formIndex(after: &position)
            isPlain = false
            let isBelow = sign() == UInt8(ascii: "-")
            var (exponent, length) = (0, 0)
            while let digit = digit() {
                (exponent, length) = (exponent * 10 + Int(digit), length + 1)
                guard length <= 3 else { return nil }
            }
            guard length > 0 else { return nil }
            scale -= isBelow ? -exponent : exponent
        }
        guard position == bytes.endIndex, fitScale() else { return nil }
    }

    /// - Returns: false, without a change, if there is no room for it.
    private mutating func append(_ digit: UInt8) -> Bool {
        guard digits > 0 || digit > 0 else { return true }
        guard count < Decimal.maxDigits else { return false }
        digits = digits * 10 + UInt64(digit)
        count += 1
        return true
    }

    private mutating func fitScale() -> Bool {
        guard digits > 0 else {
            if scale > Decimal.maxDigits { isPlain = false }
            scale = min(max(0, scale), Decimal.maxDigits)
            return true
        }
        while scale < 0 {
            guard append(0) else { return false }
            scale += 1
        }
        while scale > Decimal.maxDigits {
            guard digits % 10 == 0 else { return false }
            (digits, scale, isPlain) = (digits / 10, scale - 1, false)
        }
        return true
    }
}
