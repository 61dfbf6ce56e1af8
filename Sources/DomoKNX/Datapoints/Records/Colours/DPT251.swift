/// 251.600: a colour of red, green, blue and white, 0–255 each, any of which may be marked as invalid.
///
/// Source: KNX 03/07/02, 6.18, which uses percent; here 0–255 as in 232.600.
struct DPT251: MainType {
    let number: UInt16 = 251

    var subtypes: [Subtype] { [Self.record.subtype] }

    private static let colours = ["red", "green", "blue", "white"]
    private static let record = Record(
        600,
        "DPT_Colour_RGBW",
        "colour RGBW",
        colours.map { .number($0, 8) } + [.reserved(12)] + colours.map { .validity(of: $0) }
    )

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try Self.record.layout.decode(payload)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        try Self.record.layout.encode(value)
    }

    /// `#ff800040`, without a valid white `#ff8000--`
    func text(of value: DatapointValue, as subtype: Subtype) -> String { ColourText.text(of: value, Self.colours) }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try ColourText.value(of: text, Self.colours, mayBeInvalid: true)
    }
}
