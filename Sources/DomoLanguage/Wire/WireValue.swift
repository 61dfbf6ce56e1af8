public import DomoModel

/// A value that can be written to and read from a reply or an event.
public protocol WireValue: JSONWritable, Decodable {}

extension WireValue where Self: RawRepresentable, RawValue == String {
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension String: WireValue {
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: WireValue {
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: WireValue {
    public func write(to json: inout JSONWriter) { json.number(self) }
}

extension UInt64: WireValue {
    public func write(to json: inout JSONWriter) { json.number(Int(self)) }
}

extension Double: WireValue {
    public func write(to json: inout JSONWriter) { json.number(self) }
}

extension Array: JSONWritable where Element: WireValue {
    public func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

extension Array: WireValue where Element: WireValue {}

extension Timestamp: WireValue {
    public func write(to json: inout JSONWriter) { json.time(self) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time: \(text)")
        }
        self = time
    }
}

extension Certainty: WireValue {}
extension CoverState: WireValue {}

extension FacetType: WireValue {
    public func write(to json: inout JSONWriter) { json.string(word) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let type = FacetType(word: word) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown type \(word)")
        }
        self = type
    }
}

extension Role: WireValue {
    public func write(to json: inout JSONWriter) { json.string(word) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let word = try container.decode(String.self)
        guard let role = Role(word: word) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown role \(word)")
        }
        self = role
    }
}
