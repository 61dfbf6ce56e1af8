/// 13.xxx: a number of four octets with sign.
///
/// Source: KNX 03/07/02, 3.13; 13.016 and 13.1200–13.1201 from the KNX master data that ETS carries. The identifiers
/// are spelt as there ("Apparant").
struct DPT13: IntegerMainType {
    let number: UInt16 = 13
    let coding = OctetInteger(octets: 4, isSigned: true)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        count(1, "DPT_Value_4_Count", "signed 32-bit counter", "pulses"),
        // Calimero speaks of a "high resolution"; the master data of ETS and xknx have 1 m³/h.
        count(2, "DPT_FlowRate_m3/h", "flow rate", "m³/h"),
        count(10, "DPT_ActiveEnergy", "active energy (Wh)", "Wh"),
        count(11, "DPT_ApparantEnergy", "apparent energy (VAh)", "VAh"),
        count(12, "DPT_ReactiveEnergy", "reactive energy (VARh)", "VARh"),
        count(13, "DPT_ActiveEnergy_kWh", "active energy (kWh)", "kWh"),
        count(14, "DPT_ApparantEnergy_kVAh", "apparent energy (kVAh)", "kVAh"),
        count(15, "DPT_ReactiveEnergy_kVARh", "reactive energy (kVARh)", "kVARh"),
        count(16, "DPT_ActiveEnergy_MWh", "active energy (MWh)", "MWh"),
        count(100, "DPT_LongDeltaTimeSec", "long time difference (s)", "s"),
        count(1200, "DPT_DeltaVolumeLiquid_Litre", "volume difference (litres)", "L"),
        count(1201, "DPT_DeltaVolume_m3", "volume difference (m³)", "m³"),
    ]

    private static func count(_ number: UInt16, _ id: String, _ name: String, _ unit: String) -> Subtype {
        Subtype(
            number,
            id,
            name,
            unit: unit,
            size: .octets(4),
            range: -2_147_483_648...2_147_483_647,
            resolution: 1
        )
    }
}
