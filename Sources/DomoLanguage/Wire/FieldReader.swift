import DomoModel

/// Reads the fields of an object. Unknown fields, from a newer version, are ignored.
struct FieldReader: FieldVisitor {
    typealias Failure = any Error

    private let container: KeyedDecodingContainer<WireKey>

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: WireKey.self)
    }

    func field<Object, Value: WireValue>(
        _ key: StaticString,
        _: UnsafePointer<Object>?,
        _: (UnsafePointer<Object>) -> Value
    ) throws -> Value {
        try container.decode(Value.self, forKey: WireKey(key))
    }

    func field<Object, Value: WireValue>(
        _ key: StaticString,
        _: UnsafePointer<Object>?,
        _: (UnsafePointer<Object>) -> Value?
    ) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: WireKey(key))
    }

    func nullable<Object, Value: WireValue>(
        _ key: StaticString,
        _: UnsafePointer<Object>?,
        _: (UnsafePointer<Object>) -> Value?
    ) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: WireKey(key))
    }

    func field<Object, Value, Form: WireValue>(
        _ key: StaticString,
        _: UnsafePointer<Object>?,
        _: (UnsafePointer<Object>) -> Value,
        form: (Value) -> Form,
        read: (Form) throws -> Value
    ) throws -> Value {
        try read(container.decode(Form.self, forKey: WireKey(key)))
    }

    func cause<Object>(_ object: UnsafePointer<Object>?, _: (UnsafePointer<Object>) -> Cause?) throws -> Cause? {
        guard let text = try container.decodeIfPresent(String.self, forKey: WireKey("by")) else { return nil }
        // Daemons before 0.2 wrote no kind, and newer ones may have kinds that are unknown here.
        let kind = try container.decodeIfPresent(String.self, forKey: WireKey("byKind"))
        return Cause(kind: kind.flatMap(Cause.Kind.init(rawValue:)), written: text)
    }

    func cause<Object>(_ object: UnsafePointer<Object>?, _: (UnsafePointer<Object>) -> Cause) throws -> Cause {
        let key = WireKey("by")
        guard let cause = try cause(object, { _ in Cause?.none }) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: container.codingPath, debugDescription: "there is no by")
            )
        }
        return cause
    }
}

/// The key of a field.
struct WireKey: CodingKey {
    let stringValue: String

    init(_ key: StaticString) { stringValue = key.description }
    init(stringValue: String) { self.stringValue = stringValue }

    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
}
