/// 225.xxx: the speed of a level change, and the next tariff.
///
/// Source: KNX 03/07/02, 3.44. It forbids a time and a percentage of 0 in 225.001 and 225.002; they are accepted here,
/// since devices use them for "immediately". A delay of 0 is unknown; tariff 255 is reserved.
struct DPT225: RecordType {
    let number: UInt16 = 225

    static let records = [
        Record(
            1,
            "DPT_ScalingSpeed",
            "scaling speed",
            [.tenthsOfSeconds("time"), .percent("level")],
            shown: ["level", "time"]
        ),
        Record(
            2,
            "DPT_Scaling_Step_Time",
            "scaling step time",
            [.number("time", 16, unit: "ms"), .percent("level")],
            shown: ["level", "time"]
        ),
        Record(
            3,
            "DPT_TariffNext",
            "next tariff",
            [.number("delay", 16, unit: "min"), .number("tariff", 8, 0...254)],
            shown: ["tariff", "delay"]
        ),
    ]
}
