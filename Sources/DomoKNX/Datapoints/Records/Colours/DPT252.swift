/// 252.600: relative control of red, green, blue and white.
///
/// Source: KNX 03/07/02, 6.19.
struct DPT252: RecordType {
    let number: UInt16 = 252

    static let records = [
        Record(
            600,
            "DPT_Relative_Control_RGBW",
            "relative control RGBW",
            colours.flatMap { RecordPart.step($0) } + [.reserved(4)] + colours.map { .validity(of: $0) }
        )
    ]

    private static let colours = ["red", "green", "blue", "white"]
}
