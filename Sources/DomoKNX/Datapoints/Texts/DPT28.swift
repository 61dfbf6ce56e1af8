/// 28.001: zero-terminated text in UTF-8.
///
/// The text ends at the first zero, or with the data if a sender omits the zero although there is room for it.
///
/// Source: KNX 03/07/02, 3.28. The limit is the capacity of an extended frame: an APDU of 254 octets, of which one is
/// for the APCI (KNX 03/03/02, 2.2.5).
struct DPT28: MainType {
    let number: UInt16 = 28

    var subtypes: [Subtype] { Self.table }

    private static let limit = 253

    private static let table: [Subtype] = [
        Subtype(1, "DPT_UTF-8", "UTF-8 text", size: .upTo(octets: limit))
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload else {
            throw DatapointFault(.wrongSize, "\(payload) does not consist of octets")
        }
        let octets = data.prefix { $0 != 0 }
        guard octets.count < Self.limit else {
            throw DatapointFault(.invalid, "the text of \(octets.count) octets is not zero-terminated")
        }
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw DatapointFault(.invalid, "the data is not UTF-8", hint: "the sender may use ISO 8859-1 (16.001)")
        }
        return .text(text)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value else { throw .wrongForm(value, subtype, expected: "text") }
        let octets = Array(text.utf8)
        guard !octets.contains(0) else { throw .wrongForm(value, subtype, expected: "text without the character 0") }
        guard octets.count < Self.limit else {
            throw DatapointFault(
                .outOfRange,
                "the text has \(octets.count) octets",
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
