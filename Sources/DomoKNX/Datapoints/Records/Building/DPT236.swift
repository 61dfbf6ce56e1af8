/// 236.001: a mode level that a central unit commands with a priority.
///
/// Source: KNX 03/07/02, 3.49: bit 7 set ends the priority.
struct DPT236: RecordType {
    let number: UInt16 = 236

    static let records = [
        Record(
            1,
            "DPT_Prioritised_Mode_Control",
            "prioritised mode control",
            [.flag("deactivated"), .number("priority", 3), .number("mode", 4)],
            shown: ["priority", "mode", "deactivated"]
        )
    ]
}
