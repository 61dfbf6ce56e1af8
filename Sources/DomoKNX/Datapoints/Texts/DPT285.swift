/// 285.001: an IPv6 address: `2001:db8:0:0:0:0:0:1`.
///
/// Source: the KNX master data that ETS 6 carries (schema 23): 16 octets in network order.
struct DPT285: MainType {
    let number: UInt16 = 285

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [Subtype(1, "DPT_ipv6", "IPv6 address", size: .octets(16))]

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 16 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 16 octets")
        }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
        return .text(groups.map { String($0, radix: 16) }.joined(separator: ":"))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .text(let text) = value, let groups = Self.groups(of: text) else {
            throw .wrongForm(value, subtype, expected: "an IPv6 address, as in 2001:db8::1")
        }
        return .octets(groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .text(let text) = value else { return value.description }
        return text
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        .text(text.trimmingSpaces().lowercased())
    }

    /// The eight groups of an address, in which `::` stands for groups of 0; nil for other text.
    private static func groups(of text: String) -> [UInt16]? {
        let octets = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        guard let gap = octets.indices.dropLast().first(where: { octets[$0] == colon && octets[$0 + 1] == colon })
        else {
            return numbers(octets).flatMap { $0.count == 8 ? $0 : nil }
        }
        guard let first = gap == 0 ? [] : numbers(Array(octets[..<gap])),
            let last = gap + 2 == octets.count ? [] : numbers(Array(octets[(gap + 2)...])), first.count + last.count < 8
        else { return nil }
        return first + Array(repeating: 0, count: 8 - first.count - last.count) + last
    }

    /// The groups of one part of an address, separated by single colons.
    private static func numbers(_ octets: [UInt8]) -> [UInt16]? {
        var numbers: [UInt16] = []
        for group in octets.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            let digits = group.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard (1...4).contains(group.count), digits.count == group.count else { return nil }
            numbers.append(digits.reduce(0) { $0 << 4 | UInt16($1) })
        }
        return numbers
    }
}
