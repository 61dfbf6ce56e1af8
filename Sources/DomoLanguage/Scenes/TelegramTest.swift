/// The condition on a bus telegram that starts a scene: `telegram 1/2/3 is on from 1.1.5`.
public struct TelegramTest: Hashable, Sendable {
    public enum Relation: Hashable, Sendable {
        /// Any value.
        case any
        /// This value, as `knx monitor` shows it; `0x…` for raw data.
        case equals(String)
        case above(Double)
        case below(Double)
    }

    /// As written: `1/2/3`, `1/515` or `2563`, which are the same address.
    public var address: String
    public var relation: Relation
    /// The sender: `1.1.5`; nil for any.
    public var source: String?

    public init(_ address: String, _ relation: Relation = .any, from source: String? = nil) {
        self.address = address
        self.relation = relation
        self.source = source
    }
}

extension TelegramTest {
    /// The number of a group address in any of its styles: 3 levels of 5, 3 and 8 bits; 2 of 5 and 11; or one of 16.
    ///
    /// - Returns: nil for any other text, and for 0, the broadcast address.
    public static func number(ofAddress text: String) -> UInt16? {
        let parts = numbers(in: text, between: UInt8(ascii: "/"))
        let bits: [Int]
        switch parts?.count {
        case 1: bits = [16]
        case 2: bits = [5, 11]
        case 3: bits = [5, 3, 8]
        default: return nil
        }
        guard let number = joined(parts ?? [], bits), number > 0 else { return nil }
        return number
    }

    /// True for a device address: area, line and number, of 4, 4 and 8 bits.
    static func isSource(_ text: String) -> Bool {
        guard let parts = numbers(in: text, between: UInt8(ascii: ".")), parts.count == 3 else { return false }
        return joined(parts, [4, 4, 8]) != nil
    }

    /// Rejects signs and leading zeros, so that each number has one spelling.
    private static func numbers(in text: String, between separator: UInt8) -> [Int]? {
        let parts = text.utf8.split(separator: separator, maxSplits: 3, omittingEmptySubsequences: false)
        var numbers: [Int] = []
        for part in parts {
            guard (1...5).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
                part.count == 1 || part.first != 0x30
            else { return nil }
            numbers.append(part.reduce(0) { $0 * 10 + Int($1) - 0x30 })
        }
        return numbers
    }

    private static func joined(_ numbers: [Int], _ bits: [Int]) -> UInt16? {
        var joined = 0
        for (number, bits) in zip(numbers, bits) {
            guard number < 1 << bits else { return nil }
            joined = joined << bits | number
        }
        return UInt16(joined)
    }
}

extension LineReader {
    private static let usage =
        "write: when telegram 1/2/3 [is VALUE | above NUMBER | below NUMBER] [from 1.1.5]; "
        + "an element named telegram needs quotes"

    /// Reads the telegram after `when telegram`.
    mutating func telegram() throws(Script.Mistake) -> TelegramTest {
        let word = try need("an address", hint: Self.usage)
        guard TelegramTest.number(ofAddress: word.text) != nil else {
            throw mistake(word, "\"\(word.text.prefix(80))\" is not a group address", hint: Self.usage)
        }
        var test = TelegramTest(word.text)
        if consume(keyword: "is") {
            test.relation = .equals(try need("a value", hint: Self.usage).text)
        } else if consume(keyword: "above") {
            test.relation = .above(try limit())
        } else if consume(keyword: "below") {
            test.relation = .below(try limit())
        }
        if consume(keyword: "from") {
            let sender = try need("a sender", hint: Self.usage)
            guard TelegramTest.isSource(sender.text) else {
                throw mistake(
                    sender,
                    "\"\(sender.text.prefix(80))\" is not a device address",
                    hint: "write it as knx monitor shows it: from 1.1.5"
                )
            }
            test.source = sender.text
        }
        try end(hint: Self.usage)
        return test
    }

    private mutating func limit() throws(Script.Mistake) -> Double {
        let word = try need("a number", hint: Self.usage)
        guard let number = NumberText.read(word.text) else {
            throw mistake(
                word,
                "\"\(word.text.prefix(80))\" is not a number",
                hint: "write a number such as 25, -3.5 or 40%"
            )
        }
        return number
    }
}
