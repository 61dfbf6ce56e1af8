/// 5.xxx: an unsigned number of one octet.
///
/// Source: KNX 03/07/02, 3.5; 5.100 from the KNX master data that ETS carries.
struct DPT5: IntegerMainType {
    let number: UInt16 = 5
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 1, isSigned: false)
    private static let table: [Subtype] = [
        // 255 steps for 100 %: raw 1 is 0.39 % and not 0.
        Subtype(
            1,
            "DPT_Scaling",
            "percentage",
            unit: "%",
            size: .octets(1),
            range: 0...100,
            resolution: 100.0 / 255
        ),
        Subtype(3, "DPT_Angle", "angle", unit: "°", size: .octets(1), range: 0...360, resolution: 360.0 / 255),
        coding.subtype(4, "DPT_Percent_U8", "percentage up to 255", unit: "%"),
        coding.subtype(5, "DPT_DecimalFactor", "ratio"),
        coding.subtype(6, "DPT_Tariff", "tariff", limit: 254),
        coding.subtype(10, "DPT_Value_1_Ucount", "8-bit counter", unit: "pulses"),
        coding.subtype(100, "DPT_FanStage", "fan stage"),
    ]

    func measure(_ raw: Int64, as subtype: Subtype) -> Double { Double(raw) * full(subtype) / 255 }

    func raw(_ measure: Double, as subtype: Subtype) -> Double { measure * 255 / full(subtype) }

    private func full(_ subtype: Subtype) -> Double { subtype.range?.upperBound ?? 255 }
}
