/// 12.xxx: an unsigned number of four octets.
///
/// Source: KNX 03/07/02, 3.12; 12.100–12.1201 from the KNX master data that ETS carries.
struct DPT12: IntegerMainType {
    let number: UInt16 = 12
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 4, isSigned: false)
    private static let table: [Subtype] = [
        coding.subtype(1, "DPT_Value_4_Ucount", "32-bit counter", unit: "pulses"),
        coding.subtype(100, "DPT_LongTimePeriod_Sec", "long time (s)", unit: "s"),
        coding.subtype(101, "DPT_LongTimePeriod_Min", "long time (min)", unit: "min"),
        coding.subtype(102, "DPT_LongTimePeriod_Hrs", "long time (h)", unit: "h"),
        coding.subtype(1200, "DPT_VolumeLiquid_Litre", "volume (litres)", unit: "L"),
        coding.subtype(1201, "DPT_Volume_m3", "volume (m³)", unit: "m³"),
    ]
}
