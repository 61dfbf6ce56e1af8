/// 7.xxx: an unsigned number of two octets.
///
/// Source: KNX 03/07/02, 3.7. The specification gives 7.003 and 7.004 in ms, in steps of 10 and of 100: raw 65535 of
/// 7.003 is 655350 ms. xknx decodes it the same way, but refuses to send more than 65535 ms.
struct DPT7: IntegerMainType {
    let number: UInt16 = 7
    var coding: OctetInteger { Self.coding }
    var subtypes: [Subtype] { Self.table }

    private static let coding = OctetInteger(octets: 2, isSigned: false)
    private static let table: [Subtype] = [
        coding.subtype(1, "DPT_Value_2_Ucount", "16-bit counter", unit: "pulses"),
        coding.subtype(2, "DPT_TimePeriodMsec", "time (ms)", unit: "ms"),
        coding.subtype(3, "DPT_TimePeriod10Msec", "time (10 ms)", unit: "ms", step: 10),
        coding.subtype(4, "DPT_TimePeriod100Msec", "time (100 ms)", unit: "ms", step: 100),
        coding.subtype(5, "DPT_TimePeriodSec", "time (s)", unit: "s"),
        coding.subtype(6, "DPT_TimePeriodMin", "time (min)", unit: "min"),
        coding.subtype(7, "DPT_TimePeriodHrs", "time (h)", unit: "h"),
        coding.subtype(10, "DPT_PropDataType", "property data type"),
        coding.subtype(11, "DPT_Length_mm", "length (mm)", unit: "mm"),
        coding.subtype(12, "DPT_UElCurrentmA", "unsigned current (mA)", unit: "mA"),
        coding.subtype(13, "DPT_Brightness", "brightness", unit: "lx"),
        coding.subtype(600, "DPT_Absolute_Colour_Temperature", "colour temperature", unit: "K"),
    ]
}
