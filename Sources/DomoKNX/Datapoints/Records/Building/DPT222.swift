/// 222.xxx: the three room temperature setpoints, or their shifts.
///
/// Source: KNX 03/07/02, 4.23, and 3.10 for the numbers: 0x7FFF means no valid value.
struct DPT222: RecordType {
    let number: UInt16 = 222

    static let records = [
        three(100, "DPT_TempRoomSetpSetF16[3]", "room temperature setpoints", -273...670433.28, "°C"),
        three(101, "DPT_TempRoomSetpSetShiftF16[3]", "room temperature setpoint shifts", -671088.64...670433.28, "K"),
    ]

    private static func three(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ range: ClosedRange<Double>,
        _ unit: String
    ) -> Record {
        Record(number, id, name, ["comfort", "standby", "economy"].map { .temperature($0, range, unit: unit) })
    }
}
