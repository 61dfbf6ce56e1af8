/// 6.001 and 6.010: a number of one octet with sign.
///
/// Source: KNX 03/07/02, 3.6.
struct DPT6: IntegerMainType {
    let number: UInt16 = 6
    let coding = OctetInteger(octets: 1, isSigned: true)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        octet(1, "DPT_Percent_V8", "signed percentage", unit: "%"),
        octet(10, "DPT_Value_1_Count", "signed 8-bit counter", unit: "pulses"),
    ]

    private static func octet(_ number: UInt16, _ id: String, _ name: String, unit: String) -> Subtype {
        Subtype(number, id, name, unit: unit, size: .octets(1), range: -128...127, resolution: 1)
    }
}
