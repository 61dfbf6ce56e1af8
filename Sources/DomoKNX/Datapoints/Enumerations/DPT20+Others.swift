extension DPT20 {
    /// 20.1000–20.1221: the system itself, and meters. The words of 20.1004 and later are from Calimero.
    static let others: [Subtype] = [
        enumeration(
            1000,
            "DPT_CommMode",
            "communication mode",
            [
                (0, "data link layer"), (1, "busmonitor"), (2, "raw frames"), (6, "cEMI transport layer"),
                (255, "no layer"),
            ]
        ),
        enumeration(
            1001,
            "DPT_AddInfoTypes",
            "additional information type",
            from: 1,
            "PL domain address",
            "RF control and serial number",
            "busmonitor error flags",
            "relative timestamp",
            "time delay",
            "extended relative timestamp",
            "BiBat information"
        ),
        enumeration(
            1002,
            "DPT_RF_ModeSelect",
            "RF mode",
            "asynchronous",
            "asynchronous and BiBat master",
            "asynchronous and BiBat slave"
        ),
        enumeration(
            1003,
            "DPT_RF_FilterSelect",
            "RF filter",
            "no filter",
            "domain address",
            "serial number",
            "domain address and serial number"
        ),
        enumeration(1004, "DPT_Medium", "medium", [(0, "TP1"), (1, "PL110"), (2, "RF"), (5, "IP")]),
        enumeration(1005, "DPT_PB_Function", "push button function", pushButton),
        enumeration(
            1200,
            "DPT_MBus_BreakerValve_State",
            "breaker or valve state",
            [(0, "closed"), (1, "open"), (2, "released"), (255, "invalid")]
        ),
        enumeration(
            1202,
            "DPT_Gas_Measurement_Condition",
            "gas measurement condition",
            "unknown",
            "temperature converted",
            "base condition",
            "measurement condition"
        ),
        enumeration(
            1203,
            "DPT_Breaker_Status",
            "breaker status",
            "closed",
            "open on overload",
            "open on overvoltage",
            "open on load shedding",
            "open on command",
            "open on overheating over maximum current",
            "open on overheating under maximum current"
        ),
        enumeration(
            1204,
            "DPT_Euridis_Communication_Interface_Status",
            "Euridis interface status",
            "deactivated",
            "activated without security",
            "activated with security"
        ),
        enumeration(1205, "DPT_PLC_Status", "power line status", "new, unlocked", "new, locked", "registered"),
        enumeration(
            1206,
            "DPT_Peak_Event_Notice",
            "peak event notice",
            "no notice",
            "notice 1",
            "notice 2",
            "notice 3"
        ),
        enumeration(1207, "DPT_Peak_Event", "peak event", "no event", "event 1", "event 2", "event 3"),
        enumeration(1208, "DPT_TIC_Type", "TIC type", "historical", "standard"),
        enumeration(
            1209,
            "DPT_TIC_Channel_Type",
            "TIC channel type",
            "none",
            "historical single-phase",
            "historical three-phase",
            "standard single-phase",
            "standard three-phase"
        ),
        // Charging points for cars: from the KNX master data of ETS 6.
        enumeration(
            1219,
            "DPT_EVSEMode_1",
            "control pilot state",
            "standby",
            "vehicle detected",
            "ready charging",
            "charging with ventilation",
            "finished",
            "reserved",
            "unavailable",
            "error",
            "suspended by charging point",
            "suspended by vehicle"
        ),
        enumeration(
            1220,
            "DPT_EVSEMode_2",
            "OCPP state",
            "charging",
            "vehicle connected",
            "suspended by vehicle",
            "suspended by charging point",
            "idle",
            "available",
            "occupied",
            "reserved",
            "unavailable",
            "faulted"
        ),
        enumeration(
            1221,
            "DPT_EVSEMode_3",
            "charging point error",
            "connector lock failure",
            "vehicle communication error",
            "ground failure",
            "high temperature",
            "internal error",
            "local list conflict",
            "no error"
        ),
    ]

    private static let pushButton: [(raw: Int64, word: String)] = [
        (1, "default"), (2, "on"), (3, "off"), (4, "toggle"), (5, "dim up/down"), (6, "dim up"), (7, "dim down"),
        (8, "on/off"), (9, "timed on/off"), (10, "forced on"), (11, "forced off"), (12, "shutter up"),
        (13, "shutter down"), (14, "shutter up/down"), (16, "forced up"), (17, "forced down"), (18, "wind alarm"),
        (19, "rain alarm"), (20, "comfort/economy"), (21, "comfort"), (22, "economy"), (23, "protection/auto"),
        (24, "shutter stop"), (25, "timed comfort/standby"), (26, "forced comfort"), (27, "forced protection"),
        (28, "scene 1"), (29, "scene 2"), (30, "scene 3"), (31, "scene 4"), (32, "scene 5"), (33, "scene 6"),
        (34, "scene 7"), (35, "scene 8"), (36, "dim to 25 %"), (37, "dim to 50 %"), (38, "dim to 75 %"),
        (39, "dim to 100 %"), (40, "switch: shutter up"), (41, "switch: shutter down"),
        (42, "switch: shutter up/down"), (43, "switch: shutter down/up"), (44, "light sensor"),
        (45, "system clock"), (46, "battery status"), (47, "standby"), (48, "auto"), (49, "comfort/standby"),
        (50, "protection"), (51, "timed toggle"), (52, "absolute dimming switch"), (53, "scene switch"),
        (54, "smoke alarm"), (55, "sub-detector"),
    ]
}
