/// `raw:2`: two octets whose meaning domo does not know, shown in hexadecimal: `0x0c66`. For types that are not in the
/// registry.
///
/// The main number is 0, which KNX does not assign; the subtype is the number of octets. The prefix `0x` keeps the digits
/// of a value apart from a decimal number.
struct RawType: MainType {
    let number: UInt16 = 0

    /// Not in the registry: nothing guesses a raw type.
    var subtypes: [Subtype] { [] }

    static let prefix = "raw:"

    /// The capacity of an extended frame: an APDU of 254 octets, of which one is for the APCI (KNX 03/03/02, 2.2.5).
    static let limit = 253

    static func subtype(octets: Int) -> Subtype? {
        guard (1...limit).contains(octets) else { return nil }
        return Subtype(UInt16(octets), "\(prefix)\(octets)", "octets", size: .octets(octets))
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload else {
            throw DatapointFault(.wrongSize, "\(payload) does not consist of octets")
        }
        return .text("0x" + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        let digits = 2 * Int(subtype.number)
        guard case .text(let text) = value, let octets = Self.octets(of: text), octets.count * 2 == digits else {
            throw .wrongForm(value, subtype, expected: "0x and \(digits) hexadecimal digits")
        }
        return .octets(octets)
    }

    /// Nil unless the text is `0x` and pairs of digits.
    private static func octets(of text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard text.lowercased().hasPrefix("0x"), characters.count.isMultiple(of: 2) else { return nil }
        var octets: [UInt8] = []
        for index in stride(from: 2, to: characters.count, by: 2) {
            let pair = characters[index...index + 1].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard pair.count == 2 else { return nil }
            octets.append(UInt8(pair[0] << 4 | pair[1]))
        }
        return octets
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .text(text.trimmingSpaces().lowercased())
    }
}

extension DatapointType {
    /// A number of octets whose meaning is unknown; nil if a telegram can't carry them.
    public init?(rawOctets octets: Int) {
        guard let subtype = RawType.subtype(octets: octets) else { return nil }
        self.init(RawType(), subtype)
    }

    /// Whether the meaning of the data is unknown.
    public var isRaw: Bool { main == 0 }

    /// Reads `raw:2`; nil if the text has another form.
    ///
    /// - Throws: `.unknownType` for a wrong number.
    static func raw(_ text: String) throws(DatapointFault) -> DatapointType? {
        guard text.lowercased().hasPrefix(RawType.prefix) else { return nil }
        let digits = text.dropFirst(RawType.prefix.count)
        guard RecordNumber.isDigits(digits), let octets = Int(digits), let type = DatapointType(rawOctets: octets)
        else {
            throw DatapointFault(
                .unknownType,
                "unknown datapoint type \"\(text)\"",
                hint: "write the number of octets, raw:1 to raw:\(RawType.limit)"
            )
        }
        return type
    }
}
