/// A main type whose text is a colour as on the web: `#ff8000`.
struct ColourType: MainType {
    let number: UInt16
    private let record: Record
    private let colours: [String]
    private let mayBeInvalid: Bool

    var subtypes: [Subtype] { [record.subtype] }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try record.layout.decode(payload)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        try record.layout.encode(value)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String { ColourText.text(of: value, colours) }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try ColourText.value(of: text, colours, mayBeInvalid: mayBeInvalid)
    }
}

extension ColourType {
    /// 232.600: a colour of red, green and blue, 0–255 each: `#ff8000`.
    ///
    /// Source: KNX 03/07/02, 6.6.
    static let dpt232 = ColourType(
        number: 232,
        record: Record(600, "DPT_Colour_RGB", "colour RGB", rgb.map { .number($0, 8) }),
        colours: rgb,
        mayBeInvalid: false
    )

    /// 251.600: a colour of red, green, blue and white, 0–255 each, any of which may be marked as invalid: `#ff800040`,
    /// without a valid white `#ff8000--`.
    ///
    /// Source: KNX 03/07/02, 6.18, which uses percent; here 0–255 as in 232.600.
    static let dpt251 = ColourType(
        number: 251,
        record: Record(
            600,
            "DPT_Colour_RGBW",
            "colour RGBW",
            rgbw.map { .number($0, 8) } + [.reserved(12)] + rgbw.map { .validity(of: $0) }
        ),
        colours: rgbw,
        mayBeInvalid: true
    )

    private static let rgb = ["red", "green", "blue"]
    static let rgbw = rgb + ["white"]
}
