/// 2.xxx: a forced bit of 1.xxx. The upper bit is 1 if the object is forced, the lower one is the forced state.
///
/// The value is a record of `control` and `value`; people see `control on` and `no control off`.
///
/// Source: KNX 03/07/02, 3.2.
struct DPT2: MainType {
    let number: UInt16 = 2

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        forced(1, "DPT_Switch_Control", "switch control"),
        forced(2, "DPT_Bool_Control", "boolean control"),
        forced(3, "DPT_Enable_Control", "enable control"),
        forced(4, "DPT_Ramp_Control", "ramp control"),
        forced(5, "DPT_Alarm_Control", "alarm control"),
        forced(6, "DPT_BinaryValue_Control", "binary value control"),
        forced(7, "DPT_Step_Control", "step control"),
        forced(8, "DPT_Direction1_Control", "up/down control"),
        forced(9, "DPT_Direction2_Control", "open/close control"),
        forced(10, "DPT_Start_Control", "start/stop control"),
        forced(11, "DPT_State_Control", "state control"),
        forced(12, "DPT_Invert_Control", "invert control"),
    ]

    /// 2.001 has the words of 1.001, and so on.
    private static func forced(_ number: UInt16, _ id: String, _ name: String) -> Subtype {
        let words = DPT1.table.first { $0.number == number }?.words ?? []
        return Subtype(number, id, name, size: .bits(2), words: words)
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .bits(let bits) = payload else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 2 bits")
        }
        return record(control: bits & 2 != 0, value: bits & 1 != 0)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .bool(let control) = value["control"], case .bool(let bit) = value["value"] else {
            throw .wrongForm(value, subtype, expected: "a record of control and value")
        }
        return .bits((control ? 2 : 0) | (bit ? 1 : 0))
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .bool(let control) = value["control"], case .bool(let bit) = value["value"] else {
            return value.description
        }
        return (control ? "control " : "no control ") + (subtype.word(of: bit ? 1 : 0) ?? "")
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let written = text.trimmingSpaces().lowercased()
        if written == "no control" { return record(control: false, value: false) }
        for (prefix, control) in [("no control ", false), ("control ", true)] where written.hasPrefix(prefix) {
            let word = String(written.dropFirst(prefix.count)).trimmingSpaces()
            if let raw = subtype.raw(of: word) ?? Int64(word), raw == 0 || raw == 1 {
                return record(control: control, value: raw == 1)
            }
        }
        let words = [0, 1].map { "control " + (subtype.word(of: $0) ?? "") }
        throw DatapointFault(
            .wrongForm,
            "\"\(text)\" is not a value of \(subtype.id)",
            hint: "use one of \(words.joined(separator: ", ")), no control"
        )
    }

    private func record(control: Bool, value: Bool) -> DatapointValue {
        .record([.init("control", .bool(control)), .init("value", .bool(value))])
    }
}
