/// 22.xxx: sets of sixteen bits.
///
/// Source: KNX 03/07/02, 4.5 (22.100, 22.101), 8.3 (22.1000, 22.1010); 22.102 and 22.103 from the KNX master data of ETS.
/// In 22.1010 bit 0 is channel 1; the master data has them the other way round.
struct DPT22: RecordType {
    let number: UInt16 = 22

    static let records = [
        set(
            100,
            "DPT_StatusDHWC",
            "DHW controller status",
            [
                "fault", "DHW load active", "legionella protection active", "DHW push active",
                "other energy source active", "solar energy only", "solar energy support",
                "temperature optimisation shift active",
            ]
        ),
        // Bit 8 says which of the two it is: heating is 1, cooling 0.
        set(
            101,
            "DPT_StatusRHCC",
            "room heating and cooling controller status",
            [
                "fault", "heating eco", "flow temperature limit", "return temperature limit", "heating morning boost",
                "start optimisation", "stop optimisation", "heating disabled", "heating mode", "cooling eco",
                "precooling", "cooling disabled", "dew point alarm", "frost alarm", "overheat alarm",
            ]
        ),
        set(
            102,
            "DPT_CombinedStatus_HVA",
            "combined status of a heating valve actuator",
            [
                "current valve position", "short circuit", "overload", "valve kick", "service mode",
                "manual operation overridden", "forced position", "locked position", "calibration mode",
            ]
        ),
        set(
            103,
            "DPT_CombinedStatus_RTC",
            "combined status of a room temperature controller",
            [
                "general failure", "active mode", "dew point alarm", "frost alarm", "overheat alarm",
                "controller inactive", "additional stage", "heating mode enabled", "cooling mode enabled",
            ]
        ),
        set(1000, "DPT_Media", "media", [nil, "TP1", "PL110", nil, "RF", "KNX IP"]),
        set(1010, "DPT_Channel_Activation_16", "activation of 16 channels", (1...16).map { "channel \($0)" }),
    ]

    private static func set(_ number: UInt16, _ id: String, _ name: String, _ bits: [String?]) -> Record {
        Record(number, id, name, RecordLayout(bits: 16, bits))
    }
}
