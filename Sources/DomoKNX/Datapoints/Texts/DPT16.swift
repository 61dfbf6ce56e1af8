/// 16.xxx: text of at most 14 characters, padded with zeros.
///
/// The text ends at the first zero. The rest is ignored, so one text has many encodings; the canonical one is padded
/// with zeros only. xknx instead skips zeros and continues, but the specification pads "at the end".
///
/// Devices with a 16.000 object send accented letters in ISO 8859-1, so those are read in 16.000 too; only ASCII is sent.
///
/// Source: KNX 03/07/02, 3.16. A bare 16 is read as 16.001, the default of the KNX master data that ETS carries.
struct DPT16: MainType {
    let number: UInt16 = 16
    let usualSubtype: UInt16? = 1

    var subtypes: [Subtype] { Self.table }

    private static let length = 14

    private static let table: [Subtype] = [
        Subtype(0, "DPT_String_ASCII", "ASCII text", size: .octets(length)),
        Subtype(1, "DPT_String_8859_1", "ISO 8859-1 text", size: .octets(length)),
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == Self.length else {
            throw DatapointFault(.wrongSize, "\(payload) does not have \(Self.length) octets")
        }
        return .text(try OctetText.latin1.text(of: data.prefix { $0 != 0 }, as: subtype))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value else { throw .wrongForm(value, subtype, expected: "text") }
        let octets = try coding(subtype).octets(of: text, as: subtype)
        guard !octets.contains(0) else { throw .wrongForm(value, subtype, expected: "text without the character 0") }
        guard octets.count <= Self.length else {
            throw DatapointFault(
                .outOfRange,
                "\(value) has \(octets.count) characters",
                hint: "\(subtype.id) allows at most \(Self.length)"
            )
        }
        return .octets(octets + Array(repeating: 0, count: Self.length - octets.count))
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue { .text(text) }

    private func coding(_ subtype: Subtype) -> OctetText { subtype.number == 0 ? .ascii : .latin1 }
}
