/// Tariffs and meters.
extension RecordType {
    /// 225.xxx: the speed of a level change, and the next tariff.
    ///
    /// Source: KNX 03/07/02, 3.44. It forbids a time and a percentage of 0 in 225.001 and 225.002; they are accepted here,
    /// since devices use them for "immediately". A delay of 0 is unknown; tariff 255 is reserved.
    static let dpt225 = RecordType(
        225,
        [
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
    )

    /// 230.1000: the address of an M-Bus meter.
    ///
    /// Source: KNX 03/07/02, 8.6; the media from the KNX master data of ETS, after EN 13757-3.
    static let dpt230 = RecordType(
        230,
        [
            Record(
                1000,
                "DPT_MBus_Address",
                "M-Bus address",
                [
                    .number("manufacturer", 16), .number("identification", 32), .number("version", 8),
                    .code("medium", 8, media),
                ]
            )
        ]
    )

    private static let media: KeyValuePairs<Int64, String> = [
        0: "other", 1: "oil", 2: "electricity", 3: "gas", 4: "heat", 5: "steam", 6: "warm water", 7: "water",
        8: "heat cost allocator", 9: "compressed air", 10: "cooling load inlet", 11: "cooling load outlet",
        12: "heat inlet", 13: "heat and cool", 14: "bus/system", 15: "unknown", 32: "breaker", 33: "valve",
        40: "waste water", 41: "garbage", 55: "radio converter",
    ]

    /// 235.001: the energy counted in a tariff.
    ///
    /// Source: KNX 03/07/02, 3.48: a validity bit of 0 means valid; tariff 255 is reserved.
    static let dpt235 = RecordType(
        235,
        [
            Record(
                1,
                "DPT_Tariff_ActiveEnergy",
                "active energy with tariff",
                [
                    RecordPart("energy", 32, .signed, unit: "Wh", label: ""), .number("tariff", 8, 0...254),
                    .reserved(6),
                    .validity(of: "energy", when: 0), .validity(of: "tariff", when: 0),
                ]
            )
        ]
    )
}
