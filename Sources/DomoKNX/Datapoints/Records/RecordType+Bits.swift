/// Sets of bits.
extension RecordType {
    /// 21.xxx: sets of eight bits.
    ///
    /// Source: KNX 03/07/02, 3.22 (21.001, 21.002), 4.4 (21.100–21.106), 6.4 (21.601), 8.2 (21.1000–21.1010); 21.107 from the
    /// KNX master data of ETS; 21.1200 and 21.1201 from Calimero's DptXlator8BitSet. In 21.1010 bit 0 is channel 1; the
    /// master data has them the other way round.
    static let dpt21 = RecordType(
        21,
        [
            .bits(
                8,
                1,
                "DPT_StatusGen",
                "general status",
                ["out of service", "fault", "overridden", "in alarm", "alarm unacknowledged"]
            ),
            .bits(
                8,
                2,
                "DPT_Device_Control",
                "device control",
                ["user stopped", "own address received", "verify mode"]
            ),
            .bits(
                8,
                100,
                "DPT_ForceSign",
                "forcing signal",
                [
                    "force request", "protection", "oversupply", "overrun", "DHW normal", "DHW legionella",
                    "room heating comfort",
                    "room heating maximum",
                ]
            ),
            .bits(8, 101, "DPT_ForceSignCool", "forcing signal for cooling", ["force request"]),
            .bits(
                8,
                102,
                "DPT_StatusRHC",
                "room heating controller status",
                [
                    "fault", "eco", "flow temperature limit", "return temperature limit", "morning boost",
                    "start optimisation", "stop optimisation", "summer mode",
                ]
            ),
            .bits(
                8,
                103,
                "DPT_StatusSDHWC",
                "solar DHW controller status",
                ["fault", "solar DHW load active", "solar load sufficient"]
            ),
            .bits(8, 104, "DPT_FuelTypeSet", "fuel types", ["oil", "gas", "solid"]),
            .bits(8, 105, "DPT_StatusRCC", "room cooling controller status", ["fault"]),
            .bits(8, 106, "DPT_StatusAHU", "ventilation controller status", ["fault", "fan active", "heat", "cool"]),
            .bits(
                8,
                107,
                "DPT_CombinedStatus_RTSM",
                "combined status of a room temperature setpoint manager",
                ["window", "presence", "comfort push button", "comfort prolongation", "HVAC mode user"]
            ),
            .bits(
                8,
                601,
                "DPT_LightActuatorErrorInfo",
                "lighting actuator errors",
                [
                    "load detection error", "undervoltage", "overcurrent", "underload", "defective load",
                    "lamp failure",
                    "overheat",
                ]
            ),
            .bits(
                8,
                1000,
                "DPT_RF_ModeInfo",
                "RF communication modes",
                ["asynchronous", "BiBat master", "BiBat slave"]
            ),
            .bits(
                8,
                1001,
                "DPT_RF_FilterInfo",
                "RF filtering modes",
                ["domain address", "serial number", "domain address and serial number"]
            ),
            .bits(8, 1002, "DPT_Security_Report", "security report", ["security failure"]),
            .bits(8, 1010, "DPT_Channel_Activation_8", "activation of 8 channels", (1...8).map { "channel \($0)" }),
            .bits(8, 1200, "DPT_VirtualDryContact", "virtual dry contacts", (0...7).map { "contact \($0)" }),
            .bits(8, 1201, "DPT_PhasesStatus", "phases", ["phase 1", "phase 2", "phase 3"]),
        ]
    )

    /// 21.001, which also is the status in other types: the field Z8.
    static let generalStatus = dpt21.records[0].layout

    /// 22.xxx: sets of sixteen bits.
    ///
    /// Source: KNX 03/07/02, 4.5 (22.100, 22.101), 8.3 (22.1000, 22.1010); 22.102 and 22.103 from the KNX master data of ETS.
    /// In 22.1010 bit 0 is channel 1; the master data has them the other way round.
    static let dpt22 = RecordType(
        22,
        [
            .bits(
                16,
                100,
                "DPT_StatusDHWC",
                "DHW controller status",
                [
                    "fault", "DHW load active", "legionella protection active", "DHW push active",
                    "other energy source active", "solar energy only", "solar energy support",
                    "temperature optimisation shift active",
                ]
            ),
            // Bit 8 selects one of the two: heating is 1, cooling 0.
            .bits(
                16,
                101,
                "DPT_StatusRHCC",
                "room heating and cooling controller status",
                [
                    "fault", "heating eco", "flow temperature limit", "return temperature limit",
                    "heating morning boost",
                    "start optimisation", "stop optimisation", "heating disabled", "heating mode", "cooling eco",
                    "precooling", "cooling disabled", "dew point alarm", "frost alarm", "overheat alarm",
                ]
            ),
            .bits(
                16,
                102,
                "DPT_CombinedStatus_HVA",
                "combined status of a heating valve actuator",
                [
                    "current valve position", "short circuit", "overload", "valve kick", "service mode",
                    "manual operation overridden", "forced position", "locked position", "calibration mode",
                ]
            ),
            .bits(
                16,
                103,
                "DPT_CombinedStatus_RTC",
                "combined status of a room temperature controller",
                [
                    "general failure", "active mode", "dew point alarm", "frost alarm", "overheat alarm",
                    "controller inactive", "additional stage", "heating mode enabled", "cooling mode enabled",
                ]
            ),
            .bits(16, 1000, "DPT_Media", "media", [nil, "TP1", "PL110", nil, "RF", "KNX IP"]),
            .bits(16, 1010, "DPT_Channel_Activation_16", "activation of 16 channels", (1...16).map { "channel \($0)" }),
        ]
    )

    /// 27.001: the switch states of up to sixteen outputs, each of which may be marked as invalid.
    ///
    /// Source: KNX 03/07/02, 3.26: bits 0–15 are the states of outputs 1–16, bits 16–31 whether they are valid.
    static let dpt27 = RecordType(
        27,
        [
            Record(
                1,
                "DPT_CombinedInfoOnOff",
                "combined on/off states",
                outputs.reversed().map { .validity(of: $0) } + outputs.reversed().map { .flag($0) },
                shown: outputs
            )
        ]
    )

    private static let outputs = (1...16).map { "output \($0)" }

    /// 30.1010: the active channels out of 24.
    ///
    /// Source: KNX 03/07/02, 8.5: bit 0 is channel 1; the KNX master data of ETS has them the other way round.
    static let dpt30 = RecordType(
        30,
        [
            Record(
                1010,
                "DPT_Channel_Activation_24",
                "activation of 24 channels",
                RecordLayout(bits: 24, (1...24).map { "channel \($0)" })
            )
        ]
    )
}

extension Record {
    /// A set of bits, from bit 0; nil for a reserved one.
    fileprivate static func bits(
        _ width: Int,
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ names: [String?]
    ) -> Record {
        Record(number, id, name, RecordLayout(bits: width, names))
    }
}
