/// 6.001 and 6.010: a signed number of one octet.
///
/// Source: KNX 03/07/02, 3.6.
struct DPT6: IntegerMainType {
    let number: UInt16 = 6
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 1, isSigned: true)
    private static let table: [Subtype] = [
        coding.subtype(1, "DPT_Percent_V8", "signed percentage", unit: "%"),
        coding.subtype(10, "DPT_Value_1_Count", "signed 8-bit counter", unit: "pulses"),
    ]
}
