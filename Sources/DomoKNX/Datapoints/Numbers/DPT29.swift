/// 29.xxx: a signed number of eight octets.
///
/// Source: KNX 03/07/02, 3.29 (electrical energy). The identifiers are spelt as there ("Apparant").
struct DPT29: IntegerMainType {
    let number: UInt16 = 29
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 8, isSigned: true)
    private static let table: [Subtype] = [
        coding.subtype(10, "DPT_ActiveEnergy_V64", "64-bit active energy", unit: "Wh"),
        coding.subtype(11, "DPT_ApparantEnergy_V64", "64-bit apparent energy", unit: "VAh"),
        coding.subtype(12, "DPT_ReactiveEnergy_V64", "64-bit reactive energy", unit: "VARh"),
    ]

}
