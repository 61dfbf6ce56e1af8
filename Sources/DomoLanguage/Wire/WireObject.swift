/// A type that is an object on the wire. Each of its fields is named once: the initializer reads them, and writes them
/// too, since it is also run over the fields of a value that is there already.
///
/// A stored property without a field is a compile error, as in any initializer.
public protocol WireObject: WireValue {
    /// Visits the fields, in the order in which they are written, and makes a value of them.
    ///
    /// - `object`: where the value stands whose fields are written; nil while one is read. It is an address since
    ///   this is done for every reply: a copy of the whole for every field took as long as all the rest.
    init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure)
}

extension WireObject {
    public func write(to json: inout JSONWriter) { writeObject(to: &json) }

    /// The object by itself, for types that write more around it.
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
