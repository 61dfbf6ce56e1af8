/// A datapoint type: the layout and meaning of the data of a group address. Only types in the registry and raw
/// octets exist.
///
/// Source: KNX 03/07/02 Datapoint Types.
public struct DatapointType: Sendable {
    public let main: UInt16
    public var sub: UInt16 { subtype.number }
    let mainType: any MainType
    public let subtype: Subtype

    init(_ mainType: any MainType, _ subtype: Subtype) {
        main = mainType.number
        self.mainType = mainType
        self.subtype = subtype
    }

    public var unit: String? { subtype.unit }
    public var size: PayloadSize { subtype.size }

    /// The value of the data of a telegram. Any data gives a value or a fault.
    public func decode(_ payload: Payload) throws(DatapointFault) -> DatapointValue {
        try check(payload)
        return try mainType.decode(payload, as: subtype)
    }

    /// The canonical data of a value, rounded to the resolution, half away from zero. A value outside the range is a
    /// fault; it is never clamped.
    public func encode(_ value: DatapointValue) throws(DatapointFault) -> Payload {
        try mainType.encode(value, as: subtype)
    }

    /// The text of a value without the unit, with enough digits to encode the same data again. A value that the type
    /// doesn't have is described.
    public func text(of value: DatapointValue) -> String { mainType.text(of: value, as: subtype) }

    /// Reads the output of `text(of:)` and user input: numbers with or without the unit, words in any case, the raw
    /// number of a word. A value that can't be encoded is a fault.
    public func value(of text: String) throws(DatapointFault) -> DatapointValue {
        let value = try mainType.value(of: text, as: subtype)
        _ = try encode(value)
        return value
    }

    /// Whether the data has the width of this type.
    func fits(_ payload: Payload) -> Bool {
        switch (payload, size) {
        case (.bits(let bits), .bits(let width)): Int(bits) < 1 << width
        case (.octets(let octets), .octets(let count)): octets.count == count
        case (.octets(let octets), .upTo(let limit)): octets.count <= limit
        case (.bits, _), (.octets, .bits): false
        }
    }

    private func check(_ payload: Payload) throws(DatapointFault) {
        guard fits(payload) else {
            throw DatapointFault(
                .wrongSize,
                "the data \(payload) does not have the width of \(self)",
                hint: "\(self) has \(size)"
            )
        }
    }
}

extension DatapointType: Hashable, CustomStringConvertible {
    public static func == (one: Self, other: Self) -> Bool { one.main == other.main && one.sub == other.sub }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(main)
        hasher.combine(sub)
    }

    /// `9.001`, `raw:2`
    public var description: String {
        if isRaw { return subtype.id }
        let digits = String(sub)
        return "\(main)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
