/// 232.600: a colour of red, green and blue, 0–255 each.
///
/// Source: KNX 03/07/02, 6.6.
struct DPT232: MainType {
    let number: UInt16 = 232

    var subtypes: [Subtype] { [Self.record.subtype] }

    private static let colours = ["red", "green", "blue"]
    private static let record = Record(600, "DPT_Colour_RGB", "colour RGB", colours.map { .number($0, 8) })

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try Self.record.layout.decode(payload)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        try Self.record.layout.encode(value)
    }

    /// `#ff8000`
    func text(of value: DatapointValue, as subtype: Subtype) -> String { ColourText.text(of: value, Self.colours) }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try ColourText.value(of: text, Self.colours, mayBeInvalid: false)
    }
}
