/// The value of the data of a telegram.
public enum DatapointValue: Hashable, Sendable {
    case bool(Bool)
    /// A count, a code or a set of bits; the words of an enumeration are in its datapoint type.
    case integer(Int64)
    /// A measurement in the unit of its datapoint type. Never NaN or infinite.
    case real(Double)
    case text(String)
    /// A value of several parts, in the order of the specification.
    case record([Field])

    public struct Field: Hashable, Sendable {
        public var name: String
        /// Nil if the telegram marks the part as invalid or not present.
        public var value: DatapointValue?

        public init(_ name: String, _ value: DatapointValue?) {
            self.name = name
            self.value = value
        }
    }

    /// The part of a record with this name; nil if there is none or it is marked as invalid.
    public subscript(_ name: String) -> DatapointValue? {
        guard case .record(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }
}

extension DatapointValue: CustomStringConvertible {
    /// The value without its type, for messages and logs.
    public var description: String {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .real(let real): DecimalText.plain(real)
        case .text(let text): "\"\(text)\""
        case .record(let fields):
            fields.map { "\($0.name): " + ($0.value.map(\.description) ?? "none") }.joined(separator: ", ")
        }
    }
}
