/// 7.xxx: a number of two octets without sign.
///
/// Source: KNX 03/07/02, 3.7. The specification gives 7.003 and 7.004 in ms, in steps of 10 and of 100: raw 65535 of
/// 7.003 is 655350 ms. xknx reads it so too, but refuses to send more than 65535 ms.
struct DPT7: IntegerMainType {
    let number: UInt16 = 7
    let coding = OctetInteger(octets: 2, isSigned: false)

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        word(1, "DPT_Value_2_Ucount", "16-bit counter", "pulses"),
        word(2, "DPT_TimePeriodMsec", "time (ms)", "ms"),
        word(3, "DPT_TimePeriod10Msec", "time (10 ms)", "ms", step: 10),
        word(4, "DPT_TimePeriod100Msec", "time (100 ms)", "ms", step: 100),
        word(5, "DPT_TimePeriodSec", "time (s)", "s"),
        word(6, "DPT_TimePeriodMin", "time (min)", "min"),
        word(7, "DPT_TimePeriodHrs", "time (h)", "h"),
        word(10, "DPT_PropDataType", "property data type"),
        word(11, "DPT_Length_mm", "length (mm)", "mm"),
        word(12, "DPT_UElCurrentmA", "unsigned current (mA)", "mA"),
        word(13, "DPT_Brightness", "brightness", "lx"),
        word(600, "DPT_Absolute_Colour_Temperature", "colour temperature", "K"),
    ]

    private static func word(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ unit: String? = nil,
        step: Double = 1
    ) -> Subtype {
        Subtype(number, id, name, unit: unit, size: .octets(2), range: 0...65535 * step, resolution: step)
    }
}
