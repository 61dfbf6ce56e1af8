/// All that is special about one main type. There is one file for each, with one type that conforms.
protocol MainType: Sendable {
    var number: UInt16 { get }
    /// In ascending order.
    var subtypes: [Subtype] { get }
    /// The number of the subtype that is meant where only the main type is known; by default the first.
    var usualSubtype: UInt16? { get }

    /// Any data gives a value or a fault. Its width has been checked.
    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue

    /// The canonical data of a value: decoding it gives the value again, rounded to the resolution, half away from zero.
    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload

    /// A value for people, without its unit: `21.5`, `comfort`, `Mon 12:30:00`.
    func text(of value: DatapointValue, as subtype: Subtype) -> String

    /// Reads what `text(of:as:)` wrote, and what people write for it.
    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue
}

extension MainType {
    var usualSubtype: UInt16? { subtypes.first?.number }
}
