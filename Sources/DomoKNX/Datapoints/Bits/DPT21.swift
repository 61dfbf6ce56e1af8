/// 21.xxx: sets of eight bits.
///
/// Source: KNX 03/07/02, 3.22 (21.001, 21.002), 4.4 (21.100–21.106), 6.4 (21.601), 8.2 (21.1000–21.1010); 21.107 from the
/// KNX master data of ETS; 21.1200 and 21.1201 from Calimero's DptXlator8BitSet. In 21.1010 bit 0 is channel 1; the
/// master data has them the other way round.
struct DPT21: RecordType {
    let number: UInt16 = 21

    static let records = [
        set(
            1,
            "DPT_StatusGen",
            "general status",
            ["out of service", "fault", "overridden", "in alarm", "alarm unacknowledged"]
        ),
        set(2, "DPT_Device_Control", "device control", ["user stopped", "own address received", "verify mode"]),
        set(
            100,
            "DPT_ForceSign",
            "forcing signal",
            [
                "force request", "protection", "oversupply", "overrun", "DHW normal", "DHW legionella",
                "room heating comfort",
                "room heating maximum",
            ]
        ),
        set(101, "DPT_ForceSignCool", "forcing signal for cooling", ["force request"]),
        set(
            102,
            "DPT_StatusRHC",
            "room heating controller status",
            [
                "fault", "eco", "flow temperature limit", "return temperature limit", "morning boost",
                "start optimisation", "stop optimisation", "summer mode",
            ]
        ),
        set(
            103,
            "DPT_StatusSDHWC",
            "solar DHW controller status",
            ["fault", "solar DHW load active", "solar load sufficient"]
        ),
        set(104, "DPT_FuelTypeSet", "fuel types", ["oil", "gas", "solid"]),
        set(105, "DPT_StatusRCC", "room cooling controller status", ["fault"]),
        set(106, "DPT_StatusAHU", "ventilation controller status", ["fault", "fan active", "heat", "cool"]),
        set(
            107,
            "DPT_CombinedStatus_RTSM",
            "combined status of a room temperature setpoint manager",
            ["window", "presence", "comfort push button", "comfort prolongation", "HVAC mode user"]
        ),
        set(
            601,
            "DPT_LightActuatorErrorInfo",
            "lighting actuator errors",
            [
                "load detection error", "undervoltage", "overcurrent", "underload", "defective load", "lamp failure",
                "overheat",
            ]
        ),
        set(1000, "DPT_RF_ModeInfo", "RF communication modes", ["asynchronous", "BiBat master", "BiBat slave"]),
        set(
            1001,
            "DPT_RF_FilterInfo",
            "RF filtering modes",
            ["domain address", "serial number", "domain address and serial number"]
        ),
        set(1002, "DPT_Security_Report", "security report", ["security failure"]),
        set(1010, "DPT_Channel_Activation_8", "activation of 8 channels", (1...8).map { "channel \($0)" }),
        set(1200, "DPT_VirtualDryContact", "virtual dry contacts", (0...7).map { "contact \($0)" }),
        set(1201, "DPT_PhasesStatus", "phases", ["phase 1", "phase 2", "phase 3"]),
    ]

    /// 21.001, which also is the status in other types: the field Z8.
    static let generalStatus = records[0].layout

    private static func set(_ number: UInt16, _ id: String, _ name: String, _ bits: [String]) -> Record {
        Record(number, id, name, RecordLayout(bits: 8, bits))
    }
}
