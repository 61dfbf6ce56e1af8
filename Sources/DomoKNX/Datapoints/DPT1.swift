/// 1.xxx: one bit.
///
/// Source: KNX 03/07/02, 4.1.
struct DPT1: MainType {
    let number: UInt16 = 1

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(1, "DPT_Switch", "switch", size: .bits(1), words: [(0, "off"), (1, "on")])
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .bool(payload == .bits(1))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .bool(let bool) = value else { throw DatapointFault(.wrongForm, "\(value) is neither 0 nor 1") }
        return .bits(bool ? 1 : 0)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        value == .bool(true) ? "on" : "off"
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .bool(text == "on")
    }
}
