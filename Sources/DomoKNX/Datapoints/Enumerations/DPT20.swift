/// 20.xxx: an enumeration of one octet. Values are the raw numbers; their words are in the subtype.
///
/// A number without a word is reserved: data with it is a fault. A bare 20 is read as 20.102, the most common in
/// houses.
///
/// Source: KNX 03/07/02, 3.20 and chapters 4–8; the words from the KNX master data that ETS carries, shortened.
struct DPT20: MainType {
    let number: UInt16 = 20
    let usualSubtype: UInt16? = 102

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = system + heating + lighting + others

    static func enumeration(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ words: [(raw: Int64, word: String)]
    ) -> Subtype {
        Subtype(number, id, name, size: .octets(1), words: words)
    }

    /// An enumeration with words for consecutive numbers, by default from 0.
    static func enumeration(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        from first: Int64 = 0,
        _ words: String...
    ) -> Subtype {
        enumeration(number, id, name, words.enumerated().map { (first + Int64($0.offset), $0.element) })
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 1 octet")
        }
        guard subtype.word(of: Int64(data[0])) != nil else {
            throw DatapointFault(
                .invalid,
                "\(data[0]) is reserved in \(subtype.id)",
                hint: "the values are \(subtype.wordList)"
            )
        }
        return .integer(Int64(data[0]))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .integer(let raw) = value else { throw .wrongForm(value, subtype, expected: subtype.wordList) }
        guard let octet = UInt8(exactly: raw), subtype.word(of: raw) != nil else {
            throw DatapointFault(
                .outOfRange,
                "\(raw) is not a value of \(subtype.id)",
                hint: "use one of \(subtype.wordList)"
            )
        }
        return .octets([octet])
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .integer(let raw) = value else { return value.description }
        return subtype.word(of: raw) ?? value.description
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        if let raw = subtype.raw(of: text) ?? Int64(text.trimmingSpaces()) { return .integer(raw) }
        throw .unknownWord(text, subtype)
    }
}
