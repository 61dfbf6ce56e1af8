/// 17.001: a scene number. Values are 1–64, as people count them; the bus uses 0–63.
///
/// Source: KNX 03/07/02, 3.17. The two upper bits are reserved; data that sets them is a fault.
struct DPT17: MainType {
    let number: UInt16 = 17

    var subtypes: [Subtype] { Self.table }

    static let range: ClosedRange<Int64> = 1...64

    private static let table: [Subtype] = [
        Subtype(1, "DPT_SceneNumber", "scene number", size: .octets(1), range: 1...64, resolution: 1)
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 1 octet")
        }
        guard data[0] < 64 else {
            throw DatapointFault(.invalid, "octet \(data[0]) is not a scene number", hint: "0 to 63 are scenes 1 to 64")
        }
        return .integer(Int64(data[0]) + 1)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        .octets([try Self.octet(value, subtype)])
    }

    /// The scene number as on the bus.
    static func octet(_ value: DatapointValue, _ subtype: Subtype) throws(DatapointFault) -> UInt8 {
        guard case .integer(let scene) = value else { throw .wrongForm(value, subtype, expected: "a scene number") }
        guard range.contains(scene) else { throw .outOfRange(value, subtype, "1…64") }
        return UInt8(scene - 1)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String { value.description }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try DecimalText.number(text, unit: nil)
    }
}
