/// 4.xxx: one character.
///
/// Source: KNX 03/07/02, 3.4. A bare 4 is read as 4.002, which includes 4.001.
struct DPT4: MainType {
    let number: UInt16 = 4
    let usualSubtype: UInt16? = 2

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(1, "DPT_Char_ASCII", "ASCII character", size: .octets(1)),
        Subtype(2, "DPT_Char_8859_1", "ISO 8859-1 character", size: .octets(1)),
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 1 octet")
        }
        return .text(try coding(subtype).text(of: data, as: subtype))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value else { throw .wrongForm(value, subtype, expected: "one character") }
        let octets = try coding(subtype).octets(of: text, as: subtype)
        guard octets.count == 1 else { throw .wrongForm(value, subtype, expected: "one character") }
        return .octets(octets)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue { .text(text) }

    private func coding(_ subtype: Subtype) -> OctetText { subtype.number == 1 ? .ascii : .latin1 }
}
