/// One field of a record, or bits between its fields.
struct RecordPart: Sendable {
    /// The interpretation of the bits. Fields that a telegram can't mark as invalid are required in every value.
    enum Kind: Sendable {
        /// Sent as 0, ignored when received.
        case reserved
        /// A bit with this value if these fields are valid.
        case validity(of: [String], when: UInt64)
        /// `.bool`: true if the bit has this value.
        case flag(when: UInt64)
        /// `.integer` in this range: the bits and an offset.
        case unsigned(ClosedRange<Int64>, offset: Int64)
        /// `.integer` in two's complement.
        case signed
        /// `.integer` with words. Codes without a word are kept: later versions of the specification add some.
        case code([(raw: Int64, word: String)])
        /// `.integer` of decimal digits, four bits each.
        case digits
        /// `.real`: the bits × numerator / denominator, with enough decimals to distinguish neighbouring values.
        case scaled(numerator: Double, denominator: Double, decimals: Int)
        /// `.real` in two octets, as in 9.xxx; nil for 0x7FFF.
        case float16(ClosedRange<Double>)
        /// `.real` in four octets, as in 14.xxx.
        case float32(ClosedRange<Double>)
        /// `.record` of `direction` (true: more) and `step` (the code), as in 3.007.
        case step
    }

    var name: String
    var width: Int
    var kind: Kind
    var unit: String?
    /// The text before the value; empty if the unit is sufficient.
    var label: String

    init(_ name: String, _ width: Int, _ kind: Kind, unit: String? = nil, label: String? = nil) {
        self.name = name
        self.width = width
        self.kind = kind
        self.unit = unit
        self.label = label ?? name
    }

    static func reserved(_ width: Int) -> Self { RecordPart("", width, .reserved) }

    static func validity(of names: String..., when bit: UInt64 = 1) -> Self {
        RecordPart("", 1, .validity(of: names, when: bit))
    }

    static func flag(_ name: String, when bit: UInt64 = 1) -> Self { RecordPart(name, 1, .flag(when: bit)) }

    static func number(
        _ name: String,
        _ width: Int,
        _ range: ClosedRange<Int64>? = nil,
        offset: Int64 = 0,
        unit: String? = nil,
        label: String? = nil
    ) -> Self {
        let range = range ?? offset...(offset + (1 << Int64(width)) - 1)
        return RecordPart(name, width, .unsigned(range, offset: offset), unit: unit, label: label)
    }

    /// As 5.001: 0–255 is 0–100 %.
    static func percent(_ name: String) -> Self {
        RecordPart(name, 8, .scaled(numerator: 100, denominator: 255, decimals: 1), unit: "%")
    }

    /// As 7.004: counted in 100 ms.
    static func tenthsOfSeconds(_ name: String, label: String? = nil) -> Self {
        RecordPart(name, 16, .scaled(numerator: 1, denominator: 10, decimals: 1), unit: "s", label: label)
    }

    static func temperature(_ name: String, _ range: ClosedRange<Double>, unit: String) -> Self {
        RecordPart(name, 16, .float16(range), unit: unit)
    }

    static func code(_ name: String, _ width: Int, _ words: KeyValuePairs<Int64, String>) -> Self {
        RecordPart(name, width, .code(words.map { (raw: $0.key, word: $0.value) }))
    }

    /// Four reserved bits, the direction, three bits of step code.
    static func step(_ name: String) -> [Self] { [.reserved(4), RecordPart(name, 4, .step)] }

    /// The maximum raw value.
    var maxRaw: UInt64 { width >= 64 ? .max : (1 << UInt64(width)) - 1 }
}
