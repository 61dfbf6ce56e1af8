/// Colours and transitions of light.
extension RecordType {
    /// 242.600: a colour as CIE coordinates from 0 to 1, and its brightness.
    ///
    /// Source: KNX 03/07/02, 6.9.
    static let dpt242 = RecordType(
        242,
        [
            Record(
                600,
                "DPT_Colour_xyY",
                "colour xyY",
                [
                    coordinate("x"), coordinate("y"), .percent("brightness"), .reserved(6), .validity(of: "x", "y"),
                    .validity(of: "brightness"),
                ]
            )
        ]
    )

    private static func coordinate(_ name: String) -> RecordPart {
        RecordPart(name, 16, .scaled(numerator: 1, denominator: 65535, decimals: 5))
    }

    /// 243.600: a colour as in 242.600, and the duration of the transition.
    ///
    /// Source: KNX 03/07/02, 6.10, which has x before y in its text but y before x in its drawing. This follows xknx 4.0.0,
    /// which sends x first as in 242.600; Calimero sends y first.
    static let dpt243 = RecordType(
        243,
        [
            Record(
                600,
                "DPT_Colour_Transition_xyY",
                "colour transition xyY",
                [
                    .tenthsOfSeconds("time", label: ""), coordinate("x"), coordinate("y"),
                    .percent("brightness"), .reserved(6), .validity(of: "x", "y"), .validity(of: "brightness"),
                ],
                shown: ["x", "y", "brightness", "time"]
            )
        ]
    )

    /// 249.600: a brightness, a colour temperature, and the duration of the transition.
    ///
    /// Source: KNX 03/07/02, 6.16.
    static let dpt249 = RecordType(
        249,
        [
            Record(
                600,
                "DPT_Brightness_Colour_Temperature_Transition",
                "brightness and colour temperature transition",
                [
                    .tenthsOfSeconds("time", label: ""), .number("colour temperature", 16, unit: "K", label: ""),
                    .percent("brightness"), .reserved(5), .validity(of: "time"), .validity(of: "colour temperature"),
                    .validity(of: "brightness"),
                ],
                shown: ["brightness", "colour temperature", "time"]
            )
        ]
    )

    /// 250.600: relative control of colour temperature and brightness.
    ///
    /// Source: KNX 03/07/02, 6.17.
    static let dpt250 = RecordType(
        250,
        [
            Record(
                600,
                "DPT_Brightness_Colour_Temperature_Control",
                "brightness and colour temperature control",
                RecordPart.step("colour temperature") + RecordPart.step("brightness")
                    + [.reserved(6), .validity(of: "colour temperature"), .validity(of: "brightness")]
            )
        ]
    )

    /// 252.600: relative control of red, green, blue and white.
    ///
    /// Source: KNX 03/07/02, 6.19.
    static let dpt252 = RecordType(
        252,
        [
            Record(
                600,
                "DPT_Relative_Control_RGBW",
                "relative control RGBW",
                ColourType.rgbw.flatMap { RecordPart.step($0) } + [.reserved(4)]
                    + ColourType.rgbw.map { .validity(of: $0) }
            )
        ]
    )

    /// 253.600: relative control of saturation, colour and brightness.
    ///
    /// Source: KNX 03/07/02, 6.20: more saturation is farther from white; more colour is a longer wavelength.
    static let dpt253 = RecordType(
        253,
        [
            Record(
                600,
                "DPT_Relative_Control_xyY",
                "relative control xyY",
                parts.flatMap { RecordPart.step($0) } + [.reserved(5)] + parts.map { .validity(of: $0) }
            )
        ]
    )

    private static let parts = ["saturation", "colour", "brightness"]

    /// 254.600: relative control of red, green and blue.
    ///
    /// Source: KNX 03/07/02, 6.21: none of them can be marked as invalid.
    static let dpt254 = RecordType(
        254,
        [
            Record(
                600,
                "DPT_Relative_Control_RGB",
                "relative control RGB",
                ["red", "green", "blue"].flatMap { RecordPart.step($0) }
            )
        ]
    )
}
