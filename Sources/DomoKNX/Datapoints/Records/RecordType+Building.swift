/// Access, heating, alarms, scenes, DALI, and blinds.
extension RecordType {
    /// 15.000: access data: a card or key was presented.
    ///
    /// Source: KNX 03/07/02, 3.16.
    static let dpt15 = RecordType(
        15,
        [
            Record(
                0,
                "DPT_Access_Data",
                "entrance access",
                [
                    RecordPart("code", 24, .digits), .flag("detection error"), .flag("accepted"),
                    .flag("right to left"),
                    .flag("encrypted"), .number("index", 4),
                ]
            )
        ]
    )

    /// 25.1000: two repetition counts of four bits each.
    ///
    /// Source: KNX 03/07/02, 8.4.
    static let dpt25 = RecordType(
        25,
        [
            Record(
                1000,
                "DPT_DoubleNibble",
                "busy and nak repetitions",
                [.number("busy", 4, 0...3), .number("nak", 4, 0...3)]
            )
        ]
    )

    /// 26.001: whether a scene is active.
    ///
    /// Source: KNX 03/07/02, 3.25: active is 0; scenes are sent as 0–63 and shown as 1–64 (note 16).
    static let dpt26 = RecordType(
        26,
        [
            Record(
                1,
                "DPT_SceneInfo",
                "scene information",
                [.reserved(1), .flag("active", when: 0), .number("scene", 6, offset: 1)],
                shown: ["scene", "active"]
            )
        ]
    )

    /// 206.xxx: a mode, and the minutes until it starts; 0 if unknown.
    ///
    /// Source: KNX 03/07/02, 4.12.
    static let dpt206 = RecordType(
        206,
        [
            next(
                100,
                "DPT_HVACModeNext",
                "next HVAC mode",
                [0: "undefined", 1: "comfort", 2: "standby", 3: "economy", 4: "building protection"]
            ),
            next(
                102,
                "DPT_DHWModeNext",
                "next DHW mode",
                [0: "undefined", 1: "legionella protection", 2: "normal", 3: "reduced", 4: "off/frost protection"]
            ),
            next(104, "DPT_OccModeNext", "next occupancy mode", [0: "occupied", 1: "standby", 2: "not occupied"]),
            next(
                105,
                "DPT_BuildingModeNext",
                "next building mode",
                [0: "building in use", 1: "building not used", 2: "building protection"]
            ),
        ]
    )

    private static func next(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ words: KeyValuePairs<Int64, String>
    ) -> Record {
        Record(
            number,
            id,
            name,
            [.number("delay", 16, unit: "min"), .code("mode", 8, words)],
            shown: ["mode", "delay"]
        )
    }

    /// 217.001: a version.
    ///
    /// Source: KNX 03/07/02, 3.42.
    static let dpt217 = RecordType(
        217,
        [
            Record(
                1,
                "DPT_Version",
                "version",
                [.number("magic", 5), .number("version", 5), .number("revision", 6)]
            )
        ]
    )

    /// 219.001: an alarm.
    ///
    /// Source: KNX 03/07/02, 3.29. The error classes are those of the application area "system"; other areas have their
    /// own.
    static let dpt219 = RecordType(
        219,
        [
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
    )

    private static let areas: KeyValuePairs<Int64, String> = [
        0: "no fault", 1: "system", 10: "HVAC", 11: "HVAC hot water heating", 12: "HVAC direct electrical heating",
        13: "HVAC terminal units", 14: "HVAC VAC", 20: "lighting", 30: "security", 40: "load management",
        50: "shutters and blinds",
    ]

    /// 222.xxx: the three room temperature setpoints, or their shifts.
    ///
    /// Source: KNX 03/07/02, 4.23, and 3.10 for the numbers: 0x7FFF means no valid value.
    static let dpt222 = RecordType(
        222,
        [
            three(100, "DPT_TempRoomSetpSetF16[3]", "room temperature setpoints", -273...670433.28, "°C"),
            three(
                101,
                "DPT_TempRoomSetpSetShiftF16[3]",
                "room temperature setpoint shifts",
                -671088.64...670433.28,
                "K"
            ),
        ]
    )

    private static func three(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ range: ClosedRange<Double>,
        _ unit: String
    ) -> Record {
        Record(number, id, name, ["comfort", "standby", "economy"].map { .temperature($0, range, unit: unit) })
    }

    /// 236.001: a mode level that a central unit commands with a priority.
    ///
    /// Source: KNX 03/07/02, 3.49: bit 7 set ends the priority.
    static let dpt236 = RecordType(
        236,
        [
            Record(
                1,
                "DPT_Prioritised_Mode_Control",
                "prioritised mode control",
                [.flag("deactivated"), .number("priority", 3), .number("mode", 4)],
                shown: ["priority", "mode", "deactivated"]
            )
        ]
    )

    /// 237.600: the DALI control gear diagnostics of a gateway.
    ///
    /// Source: KNX 03/07/02, 6.7.
    static let dpt237 = RecordType(
        237,
        [
            Record(
                600,
                "DPT_DALI_Control_Gear_Diagnostic",
                "DALI control gear diagnostics",
                [
                    .reserved(5), .flag("converter error"), .flag("ballast failure"), .flag("lamp failure"),
                    .flag("read request"), .flag("group"), .number("address", 6),
                ],
                shown: ["address", "group", "read request", "lamp failure", "ballast failure", "converter error"]
            )
        ]
    )

    /// 238.xxx: the configuration of a scene, and the DALI device diagnostics of a gateway.
    ///
    /// Source: KNX 03/07/02, 3.50 (238.001) and 6.8 (238.600). Both bits of 238.001 mean yes if 0; scenes are sent as 0–63
    /// and shown as 1–64, as in 17.001.
    static let dpt238 = RecordType(
        238,
        [
            Record(
                1,
                "DPT_SceneConfig",
                "scene configuration",
                [.flag("storage enabled", when: 0), .flag("active", when: 0), .number("scene", 6, offset: 1)],
                shown: ["scene", "active", "storage enabled"]
            ),
            Record(
                600,
                "DPT_DALI_Diagnostics",
                "DALI diagnostics",
                [.flag("ballast failure"), .flag("lamp failure"), .number("address", 6)],
                shown: ["address", "lamp failure", "ballast failure"]
            ),
        ]
    )

    /// 239.001: a level, and whether its channel is active.
    ///
    /// Source: KNX 03/07/02, 3.51.
    static let dpt239 = RecordType(
        239,
        [
            Record(1, "DPT_FlaggedScaling", "flagged scaling", [.percent("level"), .reserved(7), .flag("active")])
        ]
    )

    /// 240.800: the position of a blind and of its slats.
    ///
    /// Source: KNX 03/07/02, 7.2: bit 0 is the validity of the height, bit 1 that of the slats.
    static let dpt240 = RecordType(
        240,
        [
            Record(
                800,
                "DPT_CombinedPosition",
                "combined position",
                [.percent("height"), .percent("slats"), .reserved(6), .validity(of: "slats"), .validity(of: "height")]
            )
        ]
    )

    /// 241.800: the state of a blind actuator.
    ///
    /// Source: KNX 03/07/02, 7.4, with its count of the bits; the KNX master data of ETS has them the other way round.
    static let dpt241 = RecordType(
        241,
        [
            Record(
                800,
                "DPT_StatusSAB",
                "status of a shutter or blind actuator",
                [
                    .percent("height"), .percent("slats"), .validity(of: "slats"), .validity(of: "height"),
                    .reserved(3),
                    .flag("failure"), .flag("local override"), .flag("locked"), .flag("forced"), .flag("weather alarm"),
                    .flag("slats restricted"), .flag("height restricted"), .flag("target reached"),
                    .flag("lower predefined position"), .flag("lower end"), .flag("upper end"),
                ]
            )
        ]
    )
}
