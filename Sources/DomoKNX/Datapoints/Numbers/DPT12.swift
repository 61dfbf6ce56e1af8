/// 12.xxx: a number of four octets without sign.
///
/// Source: KNX 03/07/02, 3.12; 12.100–12.1201 from the KNX master data that ETS carries.
struct DPT12: IntegerMainType {
    let number: UInt16 = 12
    let coding = OctetInteger(octets: 4, isSigned: false)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        count(1, "DPT_Value_4_Ucount", "32-bit counter", "pulses"),
        count(100, "DPT_LongTimePeriod_Sec", "long time (s)", "s"),
        count(101, "DPT_LongTimePeriod_Min", "long time (min)", "min"),
        count(102, "DPT_LongTimePeriod_Hrs", "long time (h)", "h"),
        count(1200, "DPT_VolumeLiquid_Litre", "volume (litres)", "L"),
        count(1201, "DPT_Volume_m3", "volume (m³)", "m³"),
    ]

    private static func count(_ number: UInt16, _ id: String, _ name: String, _ unit: String) -> Subtype {
        Subtype(number, id, name, unit: unit, size: .octets(4), range: 0...4_294_967_295, resolution: 1)
    }
}
