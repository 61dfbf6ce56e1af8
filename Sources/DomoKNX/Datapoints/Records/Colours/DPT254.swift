/// 254.600: relative control of red, green and blue.
///
/// Source: KNX 03/07/02, 6.21: none of them can be marked as invalid.
struct DPT254: RecordType {
    let number: UInt16 = 254

    static let records = [
        Record(
            600,
            "DPT_Relative_Control_RGB",
            "relative control RGB",
            ["red", "green", "blue"].flatMap { RecordPart.step($0) }
        )
    ]
}
