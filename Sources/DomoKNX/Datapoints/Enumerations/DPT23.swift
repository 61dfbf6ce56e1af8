/// 23.xxx: enumerations of two bits.
///
/// Source: KNX 03/07/02, 3.23 and 4.6 (23.102).
struct DPT23: MainType {
    let number: UInt16 = 23

    var subtypes: [Subtype] { Self.table }

    private static let table = [
        choice(1, "DPT_OnOffAction", "on/off action", ["off", "on", "off/on", "on/off"]),
        // 3 is reserved.
        choice(2, "DPT_Alarm_Reaction", "alarm reaction", ["none", "up", "down"]),
        choice(3, "DPT_UpDown_Action", "up/down action", ["up", "down", "up/down", "down/up"]),
        choice(
            102,
            "DPT_HVAC_PB_Action",
            "HVAC push button action",
            ["comfort/economy", "comfort/nothing", "economy/nothing", "building protection/auto"]
        ),
    ]

    private static func choice(_ number: UInt16, _ id: String, _ name: String, _ words: [String]) -> Subtype {
        let words = words.enumerated().map { (raw: Int64($0.offset), word: $0.element) }
        return Subtype(number, id, name, size: .bits(2), words: words)
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .bits(let bits) = payload, subtype.words.contains(where: { $0.raw == bits }) else {
            throw DatapointFault(.invalid, "\(payload) is reserved in \(subtype.id)")
        }
        return .integer(Int64(bits))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .integer(let raw) = value else {
            throw DatapointFault(.wrongForm, "\(value) is not a value of \(subtype.id)", hint: Self.hint(subtype))
        }
        guard subtype.words.contains(where: { $0.raw == raw }), let bits = UInt8(exactly: raw) else {
            throw DatapointFault(.outOfRange, "\(raw) is out of range for \(subtype.id)", hint: Self.hint(subtype))
        }
        return .bits(bits)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .integer(let raw) = value else { return "\(value)" }
        return subtype.words.first { $0.raw == raw }?.word ?? String(raw)
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let folded = text.trimmingSpaces().lowercased()
        let word = subtype.words.first { $0.word == folded }?.raw
        guard let raw = word ?? RecordNumber.integer(folded) else {
            throw DatapointFault(.wrongForm, "\"\(text)\" is not a value of \(subtype.id)", hint: Self.hint(subtype))
        }
        _ = try encode(.integer(raw), as: subtype)
        return .integer(raw)
    }

    private static func hint(_ subtype: Subtype) -> String {
        "use one of " + subtype.words.map { "\($0.word) (\($0.raw))" }.joined(separator: ", ")
    }
}
