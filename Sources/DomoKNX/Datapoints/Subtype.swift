/// The properties of a subtype in addition to those of its main type.
public struct Subtype: Sendable {
    public var number: UInt16
    /// As the specification writes it: `DPT_Value_Temp`.
    public var id: String
    /// For people, in lower case: `temperature`.
    public var name: String
    public var unit: String?
    public var size: PayloadSize
    /// In the unit; nil if the subtype is not a number.
    public var range: ClosedRange<Double>?
    /// The smallest difference between two values.
    public var resolution: Double?
    /// The words for single values; the first word of each value is the one shown. A `bool` has 0 and 1.
    public var words: [(raw: Int64, word: String)]

    public init(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        unit: String? = nil,
        size: PayloadSize,
        range: ClosedRange<Double>? = nil,
        resolution: Double? = nil,
        words: [(raw: Int64, word: String)] = []
    ) {
        self.number = number
        self.id = id
        self.name = name
        self.unit = unit
        self.size = size
        self.range = range
        self.resolution = resolution
        self.words = words
    }
}
