/// Why data can't be decoded or a value can't be encoded.
public struct DatapointFault: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// The data does not have the width of the type.
        case wrongSize
        /// The device sends the code for "no valid value" (9.xxx 0x7FFF).
        case noValue
        /// The data contains something that the type reserves or forbids.
        case invalid
        /// The value is outside the range of the type.
        case outOfRange
        /// The value or its text does not have a form of the type.
        case wrongForm
        /// The text is not a datapoint type, or is ambiguous.
        case unknownType
    }

    public var code: Code
    /// What is wrong, with the value: `"21,5" is not a number`.
    public var message: String
    /// What to do instead: the range, the words.
    public var hint: String?

    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

extension DatapointFault {
    /// A number outside the range of its subtype.
    static func outOfRange(_ value: DatapointValue, _ subtype: Subtype, _ range: String? = nil) -> Self {
        DatapointFault(
            .outOfRange,
            "\(value) is out of range for \(subtype.id)",
            hint: range.map { "the range is \($0)" + (subtype.unit.map { " " + $0 } ?? "") } ?? subtype.rangeHint
        )
    }

    static func wrongForm(_ value: DatapointValue, _ subtype: Subtype, expected: String) -> Self {
        DatapointFault(.wrongForm, "\(value) is not a value of \(subtype.id)", hint: "expected \(expected)")
    }

    /// A text that is not a word of the subtype.
    static func unknownWord(_ text: String, _ subtype: Subtype) -> Self {
        DatapointFault(
            .wrongForm,
            "\"\(text)\" is not a value of \(subtype.id)",
            hint: "use one of \(subtype.wordList)"
        )
    }
}
