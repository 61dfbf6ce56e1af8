/// 8.xxx: a signed number of two octets.
///
/// Source: KNX 03/07/02, 3.8. The specification gives 8.003 and 8.004 in ms, in steps of 10 and of 100.
struct DPT8: IntegerMainType {
    let number: UInt16 = 8
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 2, isSigned: true)
    private static let table: [Subtype] = [
        coding.subtype(1, "DPT_Value_2_Count", "signed 16-bit counter", unit: "pulses"),
        coding.subtype(2, "DPT_DeltaTimeMsec", "time difference (ms)", unit: "ms"),
        coding.subtype(3, "DPT_DeltaTime10Msec", "time difference (10 ms)", unit: "ms", step: 10),
        coding.subtype(4, "DPT_DeltaTime100Msec", "time difference (100 ms)", unit: "ms", step: 100),
        coding.subtype(5, "DPT_DeltaTimeSec", "time difference (s)", unit: "s"),
        coding.subtype(6, "DPT_DeltaTimeMin", "time difference (min)", unit: "min"),
        coding.subtype(7, "DPT_DeltaTimeHrs", "time difference (h)", unit: "h"),
        Subtype(
            10,
            "DPT_Percent_V16",
            "percentage difference",
            unit: "%",
            size: .octets(2),
            range: -327.68...327.67,
            resolution: 0.01
        ),
        coding.subtype(11, "DPT_Rotation_Angle", "rotation angle", unit: "°"),
        coding.subtype(12, "DPT_Length_m", "altitude", unit: "m"),
    ]

    func measure(_ raw: Int64, as subtype: Subtype) -> Double { Double(raw) / 100 }

    func raw(_ measure: Double, as subtype: Subtype) -> Double { measure * 100 }
}
