/// 8.xxx: a number of two octets with sign.
///
/// Source: KNX 03/07/02, 3.8. The specification gives 8.003 and 8.004 in ms, in steps of 10 and of 100.
struct DPT8: IntegerMainType {
    let number: UInt16 = 8
    let coding = OctetInteger(octets: 2, isSigned: true)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        word(1, "DPT_Value_2_Count", "signed 16-bit counter", "pulses"),
        word(2, "DPT_DeltaTimeMsec", "time difference (ms)", "ms"),
        word(3, "DPT_DeltaTime10Msec", "time difference (10 ms)", "ms", step: 10),
        word(4, "DPT_DeltaTime100Msec", "time difference (100 ms)", "ms", step: 100),
        word(5, "DPT_DeltaTimeSec", "time difference (s)", "s"),
        word(6, "DPT_DeltaTimeMin", "time difference (min)", "min"),
        word(7, "DPT_DeltaTimeHrs", "time difference (h)", "h"),
        Subtype(
            10,
            "DPT_Percent_V16",
            "percentage difference",
            unit: "%",
            size: .octets(2),
            range: -327.68...327.67,
            resolution: 0.01
        ),
        word(11, "DPT_Rotation_Angle", "rotation angle", "°"),
        word(12, "DPT_Length_m", "altitude", "m"),
    ]

    private static func word(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ unit: String,
        step: Double = 1
    ) -> Subtype {
        Subtype(
            number,
            id,
            name,
            unit: unit,
            size: .octets(2),
            range: -32768 * step...32767 * step,
            resolution: step
        )
    }

    func measure(_ raw: Int64, as subtype: Subtype) -> Double { Double(raw) / 100 }

    func raw(_ measure: Double, as subtype: Subtype) -> Double { measure * 100 }
}
