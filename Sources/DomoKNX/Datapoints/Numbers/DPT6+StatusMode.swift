/// 6.020: five status bits and the active one of three modes.
///
/// Source: KNX 03/07/02, 3.7. A status bit is *set* when it is 0. (The KNX master data of ETS calls 1 "set", against
/// the specification.) The mode is one of three bits; other patterns are forbidden.
struct DPT6StatusMode: MainType {
    let number: UInt16 = 6

    var subtypes: [Subtype] { [Self.record.subtype] }

    /// The layout with the number of the mode in place of the mode bits.
    private static let record = Record(
        20,
        "DPT_Status_Mode3",
        "status with mode",
        [
            .flag("A", when: 0), .flag("B", when: 0), .flag("C", when: 0), .flag("D", when: 0), .flag("E", when: 0),
            .number("mode", 3, 0...2),
        ]
    )

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let octets) = payload, octets.count == 1 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have the width of \(subtype.id)")
        }
        let bits = octets[0] & 7
        guard bits.nonzeroBitCount == 1 else {
            throw DatapointFault(.invalid, "the data has \(bits) of the three mode bits set instead of exactly one")
        }
        return try Self.record.layout.decode(.octets([octets[0] & 0xF8 | UInt8(bits.trailingZeroBitCount)]))
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        guard case .octets(let octets) = try Self.record.layout.encode(value) else {
            throw DatapointFault(.wrongForm, "\(value) is not a value of \(subtype.id)")
        }
        return .octets(octets.map { $0 & 0xF8 | 1 << ($0 & 7) })
    }

    /// `A, C, mode 1`
    func text(of value: DatapointValue, as subtype: Subtype) -> String { Self.record.layout.text(of: value) }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        try Self.record.layout.value(of: text)
    }
}
