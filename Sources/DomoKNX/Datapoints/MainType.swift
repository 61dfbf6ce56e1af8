/// The specifics of one main type. A main type of records is a `RecordType`; any other has a conforming type of its own.
protocol MainType: Sendable {
    var number: UInt16 { get }
    /// In ascending order.
    var subtypes: [Subtype] { get }
    /// The number of the default subtype if only the main type is known; by default the first.
    var usualSubtype: UInt16? { get }

    /// Any data gives a value or a fault. Its width has been checked.
    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue

    /// The canonical data of a value: decoding it gives the value again, rounded to the resolution, half away from
    /// zero.
    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload

    /// The text of a value without its unit: `21.5`, `comfort`, `Mon 12:30:00`.
    func text(of value: DatapointValue, as subtype: Subtype) -> String

    /// Reads the output of `text(of:as:)` and user input.
    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue
}

extension MainType {
    var usualSubtype: UInt16? { subtypes.first?.number }
}
