/// 206.xxx: a mode, and the minutes until it starts; 0 if unknown.
///
/// Source: KNX 03/07/02, 4.12.
struct DPT206: RecordType {
    let number: UInt16 = 206

    static let records = [
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
}
