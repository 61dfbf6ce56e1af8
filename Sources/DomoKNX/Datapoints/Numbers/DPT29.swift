/// 29.xxx: a number of eight octets with sign.
///
/// Source: KNX 03/07/02, 3.29 (electrical energy). The identifiers are spelt as there ("Apparant").
struct DPT29: IntegerMainType {
    let number: UInt16 = 29
    let coding = OctetInteger(octets: 8, isSigned: true)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        energy(10, "DPT_ActiveEnergy_V64", "64-bit active energy", "Wh"),
        energy(11, "DPT_ApparantEnergy_V64", "64-bit apparent energy", "VAh"),
        energy(12, "DPT_ReactiveEnergy_V64", "64-bit reactive energy", "VARh"),
    ]

    /// The upper end of the range is 2⁶³ in double precision, one more than there is; the limits of the coding refuse it.
    private static func energy(_ number: UInt16, _ id: String, _ name: String, _ unit: String) -> Subtype {
        Subtype(
            number,
            id,
            name,
            unit: unit,
            size: .octets(8),
            range: Double(Int64.min)...Double(Int64.max),
            resolution: 1
        )
    }
}
