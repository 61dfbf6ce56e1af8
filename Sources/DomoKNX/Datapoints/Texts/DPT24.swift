/// 24.001: zero-terminated text in ISO 8859-1.
///
/// The text ends at the first zero, or with the data if a sender omits the zero although there is room for it.
///
/// Source: KNX 03/07/02, 3.23. The limit is the capacity of an extended frame, as for 28.001.
struct DPT24: MainType {
    let number: UInt16 = 24

    var subtypes: [Subtype] { Self.table }

    private static let limit = 253

    private static let table: [Subtype] = [
        Subtype(1, "DPT_VarString_8859_1", "ISO 8859-1 text of any length", size: .upTo(octets: limit))
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload else {
            throw DatapointFault(.wrongSize, "\(payload) does not consist of octets")
        }
        let octets = data.prefix { $0 != 0 }
        guard octets.count < Self.limit else {
            throw DatapointFault(.invalid, "the text of \(octets.count) octets is not zero-terminated")
        }
        return .text(try OctetText.latin1.text(of: octets, as: subtype))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value else { throw .wrongForm(value, subtype, expected: "text") }
        let octets = try OctetText.latin1.octets(of: text, as: subtype)
        guard !octets.contains(0) else { throw .wrongForm(value, subtype, expected: "text without the character 0") }
        guard octets.count < Self.limit else {
            throw DatapointFault(
                .outOfRange,
                "the text has \(octets.count) characters",
                hint: "\(subtype.id) allows at most \(Self.limit - 1)"
            )
        }
        return .octets(octets + [0])
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue { .text(text) }
}
