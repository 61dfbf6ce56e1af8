/// 219.001: an alarm.
///
/// Source: KNX 03/07/02, 3.29. The error classes are those of the application area "system"; other areas have their
/// own.
struct DPT219: RecordType {
    let number: UInt16 = 219

    static let records = [
        Record(
            1,
            "DPT_AlarmInfo",
            "alarm info",
            [
                .number("log number", 8), .code("priority", 8, [0: "high", 1: "medium", 2: "low", 3: "void"]),
                .code("area", 8, areas), .number("error class", 8), .reserved(4), .flag("error code supported"),
                .flag("alarm text supported"), .flag("timestamp supported"), .flag("acknowledge supported"),
                .reserved(5), .flag("locked"), .flag("alarm unacknowledged"), .flag("in alarm"),
            ]
        )
    ]

    private static let areas: KeyValuePairs<Int64, String> = [
        0: "no fault", 1: "system", 10: "HVAC", 11: "HVAC hot water heating", 12: "HVAC direct electrical heating",
        13: "HVAC terminal units", 14: "HVAC VAC", 20: "lighting", 30: "security", 40: "load management",
        50: "shutters and blinds",
    ]
}
