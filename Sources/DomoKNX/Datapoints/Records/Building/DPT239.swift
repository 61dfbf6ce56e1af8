/// 239.001: a level, and whether its channel is active.
///
/// Source: KNX 03/07/02, 3.51.
struct DPT239: RecordType {
    let number: UInt16 = 239

    static let records = [
        Record(1, "DPT_FlaggedScaling", "flagged scaling", [.percent("level"), .reserved(7), .flag("active")])
    ]
}
