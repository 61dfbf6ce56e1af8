extension DPT20 {
    /// 20.001–20.022: of common interest.
    static let system: [Subtype] = [
        enumeration(1, "DPT_SCLOMode", "system clock mode", "autonomous", "slave", "master"),
        enumeration(
            2,
            "DPT_BuildingMode",
            "building mode",
            "building in use",
            "building not used",
            "building protection"
        ),
        enumeration(3, "DPT_OccMode", "occupancy mode", "occupied", "standby", "not occupied"),
        enumeration(4, "DPT_Priority", "priority", "high", "medium", "low", "void"),
        enumeration(
            5,
            "DPT_LightApplicationMode",
            "light application mode",
            "normal",
            "presence simulation",
            "night round"
        ),
        enumeration(
            6,
            "DPT_ApplicationArea",
            "application area",
            [
                (0, "no fault"), (1, "system"), (10, "HVAC general"), (11, "HVAC hot water heating"),
                (12, "HVAC direct electrical heating"), (13, "HVAC terminal units"), (14, "HVAC ventilation"),
                (20, "lighting"), (30, "security"), (40, "load management"), (50, "shutters and blinds"),
            ]
        ),
        enumeration(7, "DPT_AlarmClassType", "alarm class", from: 1, "simple alarm", "basic alarm", "extended alarm"),
        enumeration(8, "DPT_PSUMode", "power supply mode", "disabled", "enabled", "auto"),
        enumeration(
            11,
            "DPT_ErrorClass_System",
            "system error class",
            "no fault",
            "general device fault",
            "communication fault",
            "configuration fault",
            "hardware fault",
            "software fault",
            "insufficient non-volatile memory",
            "insufficient volatile memory",
            "memory allocation of size 0",
            "CRC error",
            "watchdog reset",
            "invalid opcode",
            "general protection fault",
            "maximum table length exceeded",
            "undefined load command",
            "group address table not sorted",
            "invalid connection number",
            "invalid group object number",
            "group object type too long"
        ),
        enumeration(
            12,
            "DPT_ErrorClass_HVAC",
            "HVAC error class",
            "no fault",
            "sensor fault",
            "controller fault",
            "actuator fault",
            "other fault"
        ),
        enumeration(
            13,
            "DPT_Time_Delay",
            "time delay",
            "not active",
            "1 s",
            "2 s",
            "3 s",
            "5 s",
            "10 s",
            "15 s",
            "20 s",
            "30 s",
            "45 s",
            "1 min",
            "1.25 min",
            "1.5 min",
            "2 min",
            "2.5 min",
            "3 min",
            "5 min",
            "15 min",
            "20 min",
            "30 min",
            "1 h",
            "2 h",
            "3 h",
            "5 h",
            "12 h",
            "24 h"
        ),
        enumeration(
            14,
            "DPT_Beaufort_Wind_Force_Scale",
            "wind force",
            "calm",
            "light air",
            "light breeze",
            "gentle breeze",
            "moderate breeze",
            "fresh breeze",
            "strong breeze",
            "near gale",
            "fresh gale",
            "strong gale",
            "storm",
            "violent storm",
            "hurricane"
        ),
        enumeration(
            17,
            "DPT_SensorSelect",
            "sensor mode",
            "inactive",
            "digital input",
            "inverted digital input",
            "analogue input",
            "temperature sensor"
        ),
        enumeration(20, "DPT_ActuatorConnectType", "actuator connection", from: 1, "sensor", "controller"),
        enumeration(
            21,
            "DPT_Cloud_Cover",
            "cloud cover",
            "cloudless",
            "sunny",
            "sunshiny",
            "lightly cloudy",
            "scattered clouds",
            "cloudy",
            "6 oktas",
            "7 oktas",
            "overcast",
            "sky obstructed"
        ),
        enumeration(
            22,
            "DPT_PowerReturnMode",
            "power return mode",
            "do not send",
            "send always",
            "send on change"
        ),
    ]

    /// 20.100–20.122: heating, ventilation, air conditioning.
    static let heating: [Subtype] = [
        enumeration(100, "DPT_FuelType", "fuel type", "auto", "oil", "gas", "solid fuel"),
        enumeration(101, "DPT_BurnerType", "burner type", from: 1, "1 stage", "2 stages", "modulating"),
        enumeration(
            102,
            "DPT_HVACMode",
            "heating mode",
            [
                (0, "auto"), (1, "comfort"), (2, "standby"), (3, "economy"), (4, "protection"),
                (3, "night"), (4, "building protection"), (4, "frost protection"),
            ]
        ),
        enumeration(
            103,
            "DPT_DHWMode",
            "hot water mode",
            [
                (0, "auto"), (1, "legionella protection"), (2, "normal"), (3, "reduced"), (4, "off"),
                (4, "frost protection"),
            ]
        ),
        enumeration(104, "DPT_LoadPriority", "load priority", "none", "shift load", "absolute load"),
        enumeration(
            105,
            "DPT_HVACContrMode",
            "HVAC control mode",
            [
                (0, "auto"), (1, "heat"), (2, "morning warmup"), (3, "cool"), (4, "night purge"), (5, "precool"),
                (6, "off"), (7, "test"), (8, "emergency heat"), (9, "fan only"), (10, "free cool"), (11, "ice"),
                (12, "maximum heating"), (13, "economic heat/cool"), (14, "dehumidification"), (15, "calibration"),
                (16, "emergency cool"), (17, "emergency steam"), (20, "no demand"),
            ]
        ),
        enumeration(
            106,
            "DPT_HVACEmergMode",
            "HVAC emergency mode",
            "normal",
            "pressure",
            "depressure",
            "purge",
            "shutdown",
            "fire"
        ),
        enumeration(107, "DPT_ChangeoverMode", "changeover mode", "auto", "cooling only", "heating only"),
        enumeration(
            108,
            "DPT_ValveMode",
            "valve mode",
            from: 1,
            "heat stage A",
            "heat stage B",
            "cool stage A",
            "cool stage B",
            "heat/cool"
        ),
        enumeration(
            109,
            "DPT_DamperMode",
            "damper mode",
            from: 1,
            "fresh air",
            "supply air",
            "extract air",
            "extract air 2"
        ),
        enumeration(
            110,
            "DPT_HeaterMode",
            "heater mode",
            from: 1,
            "stage A on/off",
            "stage A proportional",
            "stage B proportional"
        ),
        enumeration(111, "DPT_FanMode", "fan mode", "not running", "permanently running", "running in intervals"),
        enumeration(112, "DPT_MasterSlaveMode", "master/slave mode", "autonomous", "master", "slave"),
        enumeration(
            113,
            "DPT_StatusRoomSetp",
            "room setpoint status",
            "normal setpoint",
            "alternative setpoint",
            "building protection setpoint"
        ),
        enumeration(
            114,
            "DPT_Metering_DeviceType",
            "metering device type",
            [
                (0, "other device"), (1, "oil meter"), (2, "electricity meter"), (3, "gas meter"), (4, "heat meter"),
                (5, "steam meter"), (6, "warm water meter"), (7, "water meter"), (8, "heat cost allocator"),
                (10, "cooling load meter (outlet)"), (11, "cooling load meter (inlet)"), (12, "heat meter (inlet)"),
                (13, "heat and cooling meter"), (32, "breaker"), (33, "valve"), (40, "waste water meter"),
                (41, "garbage"), (255, "void"),
            ]
        ),
        enumeration(115, "DPT_HumDehumMode", "humidity mode", "inactive", "humidification", "dehumidification"),
        enumeration(
            116,
            "DPT_EnableHCStage",
            "heating or cooling stage",
            "disabled",
            "stage A",
            "stage B",
            "both stages"
        ),
        enumeration(120, "DPT_ADAType", "air damper type", from: 1, "air damper", "variable air volume"),
        enumeration(121, "DPT_BackupMode", "backup mode", "backup value", "keep last state"),
        enumeration(
            122,
            "DPT_StartSynchronization",
            "start synchronization",
            "position unchanged",
            "single close",
            "single open"
        ),
    ]
}
