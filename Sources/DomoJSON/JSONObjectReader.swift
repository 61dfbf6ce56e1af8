/// Reads the fields of an object.
struct JSONObjectReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: JSONReader

    init(_ object: JSONReader) { self.object = object }

    var codingPath: [any CodingKey] { object.codingPath }
    var allKeys: [Key] { object.value.keys.compactMap { Key(stringValue: $0) } }

    private func field(_ key: some CodingKey) throws -> JSONReader {
        guard let value = object.value[key.stringValue] else {
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "there is no \(key.stringValue)"
            )
            throw DecodingError.keyNotFound(key, context)
        }
        return JSONReader(value: value, codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { object.value[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try field(key).value.isNull }

    func decodeIfPresent<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = object.value[key.stringValue], !value.isNull else { return nil }
        return try JSONReader(value: value, codingPath: codingPath + [key]).read()
    }

    func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value { try field(key).read() }
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try field(key).bool() }
    func decode(_: String.Type, forKey key: Key) throws -> String { try field(key).string() }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try field(key).real() }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try field(key).real() }
    func decode(_: Int.Type, forKey key: Key) throws -> Int { try field(key).integer() }
    func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).integer() }
    func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).integer() }
    func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).integer() }
    func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).integer() }
    func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try field(key).integer() }
    func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).integer() }
    func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).integer() }
    func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).integer() }
    func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).integer() }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try field(JSONKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
}

/// A field, or an item of an array, in the path of a `DecodingError`.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ field: String) { (stringValue, intValue) = (field, nil) }
    init(index: Int) { (stringValue, intValue) = ("item \(index + 1)", index) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(index: intValue) }
}
