/// 235.001: the energy counted in a tariff.
///
/// Source: KNX 03/07/02, 3.48: a validity bit of 0 means valid; tariff 255 is reserved.
struct DPT235: RecordType {
    let number: UInt16 = 235

    static let records = [
        Record(
            1,
            "DPT_Tariff_ActiveEnergy",
            "active energy with tariff",
            [
                RecordPart("energy", 32, .signed, unit: "Wh", label: ""), .number("tariff", 8, 0...254), .reserved(6),
                .validity(of: "energy", when: 0), .validity(of: "tariff", when: 0),
            ]
        )
    ]
}
