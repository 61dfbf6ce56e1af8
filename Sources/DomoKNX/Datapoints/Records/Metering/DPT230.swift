/// 230.1000: the address of an M-Bus meter.
///
/// Source: KNX 03/07/02, 8.6; the media from the KNX master data of ETS, after EN 13757-3.
struct DPT230: RecordType {
    let number: UInt16 = 230

    static let records = [
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

    private static let media: KeyValuePairs<Int64, String> = [
        0: "other", 1: "oil", 2: "electricity", 3: "gas", 4: "heat", 5: "steam", 6: "warm water", 7: "water",
        8: "heat cost allocator", 9: "compressed air", 10: "cooling load inlet", 11: "cooling load outlet",
        12: "heat inlet", 13: "heat and cool", 14: "bus/system", 15: "unknown", 32: "breaker", 33: "valve",
        40: "waste water", 41: "garbage", 55: "radio converter",
    ]
}
