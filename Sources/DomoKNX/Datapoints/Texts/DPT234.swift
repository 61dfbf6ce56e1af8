/// 234.001: the code of a language, two letters.
///
/// Source: KNX 03/07/02, 3.47: ISO 639-1 in ASCII.
struct DPT234: MainType {
    let number: UInt16 = 234

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        Subtype(1, "DPT_LanguageCodeAlpha2_ASCII", "language code", size: .octets(2))
    ]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 2 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 2 octets")
        }
        guard data.allSatisfy(Self.isLetter) else {
            throw DatapointFault(.invalid, "\(payload) is not two letters")
        }
        return .text(String(decoding: data, as: UTF8.self))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value, text.utf8.count == 2, text.utf8.allSatisfy(Self.isLetter) else {
            throw .wrongForm(value, subtype, expected: "two letters, as in es")
        }
        return .octets(Array(text.utf8))
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .text(text.trimmingSpaces())
    }

    private static func isLetter(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
    }
}
