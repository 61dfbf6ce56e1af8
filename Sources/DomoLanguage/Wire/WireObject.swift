/// A type that is an object on the wire. Each field is named once: the initializer reads the fields, and also writes
/// them when it runs over an existing value.
///
/// A stored property without a field is a compile error, as in any initializer.
public protocol WireObject: WireValue {
    /// Visits the fields in the order of the wire, and makes a value of them.
    ///
    /// - Parameter object: the value to write; nil for reading. It is a pointer because copying the value for every
    ///   field took as long as the rest of writing a reply.
    init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure)
}

extension WireObject {
    public func write(to json: inout JSONWriter) { writeObject(to: &json) }

    /// Writes only the object, for types that wrap it.
    func writeObject(to json: inout JSONWriter) {
        json.open(UInt8(ascii: "{"))
        withUnsafePointer(to: self) { _ = Self(&json, $0) }
        json.close(UInt8(ascii: "}"))
    }

    public init(from decoder: any Decoder) throws {
        var fields = try FieldReader(decoder)
        try self.init(&fields, nil)
    }
}
