/// Status of lighting actuators and of emergency lights (DALI converters).
extension RecordType {
    /// 207.600: the level of a lighting actuator and its state.
    ///
    /// Source: KNX 03/07/02, 6.5.1.
    static let dpt207 = RecordType(
        207,
        [
            Record(
                600,
                "DPT_StatusLightingActuator",
                "lighting actuator status",
                [
                    .percent("level"), .flag("failure"), .flag("local override"), .flag("dimming"),
                    .flag("staircase function"), .flag("night mode"), .flag("forced"), .flag("locked"),
                    .validity(of: "level"),
                ]
            )
        ]
    )

    /// 244.600: what an emergency light does.
    ///
    /// Source: KNX 03/07/02, 6.11.
    static let dpt244 = RecordType(
        244,
        [
            Record(
                600,
                "DPT_Converter_Status",
                "converter status",
                [
                    .code("mode", 4, modes), .reserved(2), .flag("hardwired switch on"), .flag("hardwired inhibit"),
                    .code("function test", 2, pending), .code("duration test", 2, pending),
                    .code("partial duration test", 2, pending),
                    .code("converter", 2, [0: "unknown", 1: "no failure", 2: "failure"]),
                ]
            )
        ]
    )

    private static let modes: KeyValuePairs<Int64, String> = [
        0: "unknown", 1: "normal", 2: "inhibit", 3: "hardwired inhibit", 4: "rest", 5: "emergency",
        6: "extended emergency", 7: "function test", 8: "duration test", 9: "partial duration test",
    ]

    private static let pending: KeyValuePairs<Int64, String> = [0: "unknown", 1: "not pending", 2: "pending"]

    /// 245.600: the results of the last tests of an emergency light.
    ///
    /// Source: KNX 03/07/02, 6.12. A discharge time of 510 min is 510 min or longer; the charge is 0 (deep discharge
    /// point) to 254 (full).
    static let dpt245 = RecordType(
        245,
        [
            Record(
                600,
                "DPT_Converter_Test_Result",
                "converter test result",
                [
                    .code("function test", 4, results), .code("duration test", 4, results),
                    .code("partial duration test", 4, results), .reserved(4),
                    .code("function test start", 2, starts), .code("duration test start", 2, starts),
                    .code("partial duration test start", 2, starts), .reserved(2),
                    .number("discharge time", 16, unit: "min"), charge,
                ]
            )
        ]
    )

    private static let results: KeyValuePairs<Int64, String> = [
        0: "unknown", 1: "passed in time", 2: "passed late", 3: "failed in time", 4: "failed late",
        5: "stopped manually",
    ]

    private static let starts: KeyValuePairs<Int64, String> = [0: "unknown", 1: "automatic", 2: "by gateway"]

    private static let charge = RecordPart.code("charge", 8, [255: "unknown"])

    /// 246.600: the battery of an emergency light.
    ///
    /// Source: KNX 03/07/02, 6.13; the charge as in 245.600. Bit 0 is the failure; the KNX master data of ETS has the three
    /// bits the other way round.
    static let dpt246 = RecordType(
        246,
        [
            Record(
                600,
                "DPT_Battery_Info",
                "battery information",
                [
                    .reserved(5), .flag("fully charged"), .flag("duration failure"), .flag("battery failure"), charge,
                ],
                shown: ["charge", "fully charged", "duration failure", "battery failure"]
            )
        ]
    )

    /// 255.001: a place on the Earth.
    ///
    /// Source: KNX 03/07/02, 3.52.1; numbers as in 14.xxx.
    static let dpt255 = RecordType(
        255,
        [
            Record(
                1,
                "DPT_GeographicalLocation",
                "geographical location",
                [
                    RecordPart("longitude", 32, .float32(-180...180), unit: "°"),
                    RecordPart("latitude", 32, .float32(-90...90), unit: "°"),
                ]
            )
        ]
    )

    /// 275.xxx: the four room temperature setpoints, or their shifts.
    ///
    /// Source: not in KNX 03/07/02; the KNX master data of ETS 6, and KNX 07/19/20 HVAC S-Mode FBs, 9.4, as xknx cites it:
    /// 0x7FFF means not used.
    static let dpt275 = RecordType(
        275,
        [
            four(100, "DPT_TempRoomSetpSetF16[4]", "four room temperature setpoints", -273...670433.28, "°C"),
            four(
                101,
                "DPT_TempRoomSetpSetShiftF16[4]",
                "four room temperature setpoint shifts",
                -671088.64...670433.28,
                "K"
            ),
        ]
    )

    private static func four(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ range: ClosedRange<Double>,
        _ unit: String
    ) -> Record {
        Record(
            number,
            id,
            name,
            ["comfort", "standby", "economy", "building protection"].map { .temperature($0, range, unit: unit) }
        )
    }
}
