/// 25.1000: two repetition counts of four bits each.
///
/// Source: KNX 03/07/02, 8.4.
struct DPT25: RecordType {
    let number: UInt16 = 25

    static let records = [
        Record(
            1000,
            "DPT_DoubleNibble",
            "busy and nak repetitions",
            [.number("busy", 4, 0...3), .number("nak", 4, 0...3)]
        )
    ]
}
