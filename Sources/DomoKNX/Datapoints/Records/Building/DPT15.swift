/// 15.000: access data: a card or key was presented.
///
/// Source: KNX 03/07/02, 3.16.
struct DPT15: RecordType {
    let number: UInt16 = 15

    static let records = [
        Record(
            0,
            "DPT_Access_Data",
            "entrance access",
            [
                RecordPart("code", 24, .digits), .flag("detection error"), .flag("accepted"), .flag("right to left"),
                .flag("encrypted"), .number("index", 4),
            ]
        )
    ]
}
