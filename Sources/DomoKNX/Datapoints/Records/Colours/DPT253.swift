/// 253.600: relative control of saturation, colour and brightness.
///
/// Source: KNX 03/07/02, 6.20: more saturation is farther from white; more colour is a longer wavelength.
struct DPT253: RecordType {
    let number: UInt16 = 253

    static let records = [
        Record(
            600,
            "DPT_Relative_Control_xyY",
            "relative control xyY",
            parts.flatMap { RecordPart.step($0) } + [.reserved(5)] + parts.map { .validity(of: $0) }
        )
    ]

    private static let parts = ["saturation", "colour", "brightness"]
}
