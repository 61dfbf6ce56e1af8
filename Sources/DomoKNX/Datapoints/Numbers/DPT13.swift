/// 13.xxx: a signed number of four octets.
///
/// Source: KNX 03/07/02, 3.13; 13.016 and 13.1200–13.1201 from the KNX master data that ETS carries. The identifiers
/// are spelt as there ("Apparant").
struct DPT13: IntegerMainType {
    let number: UInt16 = 13
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 4, isSigned: true)
    private static let table: [Subtype] = [
        coding.subtype(1, "DPT_Value_4_Count", "signed 32-bit counter", unit: "pulses"),
        // Calimero has a "high resolution"; the master data of ETS and xknx have 1 m³/h.
        coding.subtype(2, "DPT_FlowRate_m3/h", "flow rate", unit: "m³/h"),
        coding.subtype(10, "DPT_ActiveEnergy", "active energy (Wh)", unit: "Wh"),
        coding.subtype(11, "DPT_ApparantEnergy", "apparent energy (VAh)", unit: "VAh"),
        coding.subtype(12, "DPT_ReactiveEnergy", "reactive energy (VARh)", unit: "VARh"),
        coding.subtype(13, "DPT_ActiveEnergy_kWh", "active energy (kWh)", unit: "kWh"),
        coding.subtype(14, "DPT_ApparantEnergy_kVAh", "apparent energy (kVAh)", unit: "kVAh"),
        coding.subtype(15, "DPT_ReactiveEnergy_kVARh", "reactive energy (kVARh)", unit: "kVARh"),
        coding.subtype(16, "DPT_ActiveEnergy_MWh", "active energy (MWh)", unit: "MWh"),
        coding.subtype(100, "DPT_LongDeltaTimeSec", "long time difference (s)", unit: "s"),
        coding.subtype(1200, "DPT_DeltaVolumeLiquid_Litre", "volume difference (litres)", unit: "L"),
        coding.subtype(1201, "DPT_DeltaVolume_m3", "volume difference (m³)", unit: "m³"),
    ]
}
