/// An exact decimal number, kept as it was written: `20` and `20.0` are equal, and each is shown as it is.
public struct Decimal: Sendable {
    private enum Sign: UInt8, Sendable {
        case none, plus, minus
    }

    /// The most digits, zeros in front apart.
    public static let maxDigits = 18

    private let sign: Sign
    /// Without sign and point; below 10^18.
    private let digits: UInt64
    /// How many of the digits stand after the point, 0–18.
    private let scale: UInt8

    /// Reads a number in the spelling that `description` writes: a sign or none, digits without a zero too many in front,
    /// and if there is a point at least one digit after it. `007`, `.5` and `1e3` are texts.
    ///
    /// - Returns: nil for any other text, and for more than 18 digits.
    public init?(_ text: String) {
        guard let numeral = Numeral(text), numeral.isPlain else { return nil }
        self.init(numeral)
    }

    /// Reads a number in any usual spelling: `007`, `.5`, `5.` and `1e3` too, each kept as the number that it is.
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

    /// The nearest number that a `Double` can hold.
    public var double: Double {
        // Both exact, so the quotient is rounded once.
        guard digits < 1 << 53 else { return Double(description) ?? .infinity }
        var power = 1.0
        for _ in 0..<scale { power *= 10 }
        return (sign == .minus ? -1 : 1) * Double(digits) / power
    }

    /// True where the number alone, as a `Double` and written in the shortest way, brings this spelling back.
    var isShortest: Bool {
        // Fifteen digits survive in a Double, and below 0.0001 it is written with an exponent.
        guard digits < 1_000_000_000_000_000, scale <= 4 else {
            return Decimal(shortest: double)?.description == description
        }
        return sign != .plus && (scale == 0 || digits % 10 != 0) && (sign == .none || digits > 0)
    }

    /// The shortest spelling of a number, without the `.0` of a whole one.
    init?(shortest number: Double) {
        self.init(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    }

    /// One in the last place that was written: 0.1 for `21.5`, 1 for `21`.
    public var unitInLastPlace: Decimal { Decimal(sign: .none, digits: 1, scale: scale) }
}

extension Decimal: CustomStringConvertible {
    /// As it was written.
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
    /// The number times 10^`scale`, which is at least its own scale; below 10^36.
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
    /// True where the two differ by at most half of `unit`.
    public func isWithinHalf(_ unit: Decimal, of other: Decimal) -> Bool {
        let scale = max(scale, other.scale, unit.scale)
        let distance = scaled(to: scale) - other.scaled(to: scale)
        return abs(distance) * 2 <= unit.scaled(to: scale)
    }

    /// True where it is a whole number of steps away from `start`. The step is above 0.
    public func isWholeSteps(of step: Decimal, from start: Decimal) -> Bool {
        let scale = max(scale, step.scale, start.scale)
        return (scaled(to: scale) - start.scaled(to: scale)) % step.scaled(to: scale) == 0
    }
}

extension Decimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral number: Int) {
        self.init(sign: number < 0 ? .minus : .none, digits: UInt64(number.magnitude), scale: 0)
    }

    /// With as few digits as tell it from other numbers: `0.1` is a tenth.
    public init(floatLiteral number: Double) {
        guard let exact = Decimal(anySpelling: "\(number)") else { preconditionFailure("\(number) is no decimal") }
        self = exact
    }
}

/// A number as it is read, byte by byte.
private struct Numeral {
    private(set) var isNegative = false
    private(set) var hasPlus = false
    private(set) var digits: UInt64 = 0
    private(set) var scale = 0
    /// True where sign, digits and scale say how it was written.
    private(set) var isPlain = true

    /// Zeros in front apart.
    private var count = 0

    /// - Returns: nil for what is not a number, or has too many digits.
    init?(_ text: String) {
        let bytes = text.utf8
        // No house writes a longer one.
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
                    // It says nothing that could be kept.
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

    /// - Returns: false, and nothing is changed, where there is no room for it.
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
