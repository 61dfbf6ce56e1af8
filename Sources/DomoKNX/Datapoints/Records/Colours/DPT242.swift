/// 242.600: a colour as CIE coordinates from 0 to 1, and its brightness.
///
/// Source: KNX 03/07/02, 6.9.
struct DPT242: RecordType {
    let number: UInt16 = 242

    static let records = [
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

    static func coordinate(_ name: String) -> RecordPart {
        RecordPart(name, 16, .scaled(numerator: 1, denominator: 65535, decimals: 5))
    }
}
