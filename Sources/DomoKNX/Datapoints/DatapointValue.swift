/// What the data of a telegram means.
public enum DatapointValue: Hashable, Sendable {
    case bool(Bool)
    /// A count, a code or a set of bits; the words of an enumeration are in its datapoint type.
    case integer(Int64)
    /// A measure in the unit of its datapoint type. Never NaN or infinite.
    case real(Double)
    case text(String)
    /// A value of several parts, in the order of the specification.
    case record([Field])

    public struct Field: Hashable, Sendable {
        public var name: String
        /// Nil where the telegram marks the part as invalid, or as not present.
        public var value: DatapointValue?

        public init(_ name: String, _ value: DatapointValue?) {
            self.name = name
            self.value = value
        }
    }
}
