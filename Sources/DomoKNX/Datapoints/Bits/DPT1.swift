/// 1.xxx: one bit.
///
/// Source: KNX 03/07/02, 4.1; the words of 1.024 and later from the KNX master data that ETS carries.
struct DPT1: MainType {
    let number: UInt16 = 1

    var subtypes: [Subtype] { Self.table }

    /// 1.009 and 1.019 are both for windows and doors, but 1 has opposite meanings.
    static let table: [Subtype] = [
        bit(1, "DPT_Switch", "switch", ["off"], ["on"]),
        bit(2, "DPT_Bool", "boolean", ["false"], ["true"]),
        bit(3, "DPT_Enable", "enable", ["disable", "disabled"], ["enable", "enabled"]),
        bit(4, "DPT_Ramp", "ramp", ["no ramp"], ["ramp"]),
        bit(5, "DPT_Alarm", "alarm", ["no alarm"], ["alarm"]),
        bit(6, "DPT_BinaryValue", "binary value", ["low"], ["high"]),
        bit(7, "DPT_Step", "step", ["decrease"], ["increase"]),
        bit(8, "DPT_UpDown", "up/down", ["up"], ["down"]),
        bit(9, "DPT_OpenClose", "open/close", ["open"], ["close", "closed"]),
        bit(10, "DPT_Start", "start/stop", ["stop"], ["start"]),
        bit(11, "DPT_State", "state", ["inactive"], ["active"]),
        bit(12, "DPT_Invert", "invert", ["not inverted"], ["inverted"]),
        bit(13, "DPT_DimSendStyle", "dim send style", ["start/stop"], ["cyclically"]),
        bit(14, "DPT_InputSource", "input source", ["fixed"], ["calculated"]),
        bit(15, "DPT_Reset", "reset", ["no action"], ["reset"]),
        bit(16, "DPT_Ack", "acknowledge", ["no action"], ["acknowledge"]),
        // Both 0 and 1 trigger; the words differ so that each can be encoded again.
        bit(17, "DPT_Trigger", "trigger", ["trigger 0"], ["trigger", "trigger 1"]),
        bit(18, "DPT_Occupancy", "occupancy", ["not occupied"], ["occupied"]),
        bit(19, "DPT_Window_Door", "window/door", ["closed", "close"], ["open"]),
        bit(21, "DPT_LogicalFunction", "logical function", ["or"], ["and"]),
        bit(22, "DPT_Scene_AB", "scene A/B", ["scene A", "A"], ["scene B", "B"]),
        bit(23, "DPT_ShutterBlinds_Mode", "shutter/blinds mode", ["up/down"], ["up/down and step/stop", "step/stop"]),
        bit(24, "DPT_DayNight", "day/night", ["day"], ["night"]),
        bit(100, "DPT_Heat_Cool", "cooling/heating", ["cooling", "cool"], ["heating", "heat"]),
        bit(1200, "DPT_ConsumerProducer", "consumer/producer", ["consumer"], ["producer"]),
        bit(1201, "DPT_EnergyDirection", "energy direction", ["positive"], ["negative"]),
    ]

    private static func bit(_ number: UInt16, _ id: String, _ name: String, _ no: [String], _ yes: [String]) -> Subtype
    {
        Subtype(number, id, name, size: .bits(1), words: no.map { (0, $0) } + yes.map { (1, $0) })
    }

    /// The subtypes where 1 is commonly called on. For "up" and "down", or "cooling" and "heating", that is undefined.
    private static let switchable: Set<UInt16> = [1, 2, 3, 4, 5, 6, 10, 11, 15, 16, 18]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .bool(payload == .bits(1))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .bool(let bool) = value else { throw .wrongForm(value, subtype, expected: "true or false") }
        return .bits(bool ? 1 : 0)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .bool(let bool) = value else { return value.description }
        return subtype.word(of: bool ? 1 : 0) ?? value.description
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        if let raw = subtype.raw(of: text) { return .bool(raw == 1) }
        switch text.trimmingSpaces().lowercased() {
        case "0", "false": return .bool(false)
        case "1", "true": return .bool(true)
        case "off" where Self.switchable.contains(subtype.number): return .bool(false)
        case "on" where Self.switchable.contains(subtype.number): return .bool(true)
        default: throw .unknownWord(text, subtype)
        }
    }
}
