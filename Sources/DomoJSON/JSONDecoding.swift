extension JSONValue {
    /// Reads any decodable value.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
        try JSONReader(value: self, codingPath: []).read()
    }
}

/// Reads a value of a document for `Decodable` types.
struct JSONReader: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.isObject else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(JSONObjectReader<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.isArray else { throw mismatch([Any].self) }
        return JSONArrayReader(self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: Values

    func read<Value: Decodable>() throws -> Value {
        // The usual types, without a container.
        if Value.self == String.self, let text = value.string as? Value { return text }
        if Value.self == Int.self, let number = value.integer(Int.self) as? Value { return number }
        return try Value(from: self)
    }

    func bool() throws -> Bool {
        guard let bool = value.bool else { throw mismatch(Bool.self) }
        return bool
    }

    func string() throws -> String {
        guard let string = value.string else { throw mismatch(String.self) }
        return string
    }

    func integer<Number: FixedWidthInteger>() throws -> Number {
        guard let number = value.integer(Number.self) else { throw mismatch(Number.self) }
        return number
    }

    func real<Number: BinaryFloatingPoint>() throws -> Number {
        guard let number = value.number else { throw mismatch(Number.self) }
        return Number(number)
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "it is \(value.kind)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension JSONReader: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }
    func decode(_: Bool.Type) throws -> Bool { try bool() }
    func decode(_: String.Type) throws -> String { try string() }
    func decode(_: Double.Type) throws -> Double { try real() }
    func decode(_: Float.Type) throws -> Float { try real() }
    func decode(_: Int.Type) throws -> Int { try integer() }
    func decode(_: Int8.Type) throws -> Int8 { try integer() }
    func decode(_: Int16.Type) throws -> Int16 { try integer() }
    func decode(_: Int32.Type) throws -> Int32 { try integer() }
    func decode(_: Int64.Type) throws -> Int64 { try integer() }
    func decode(_: UInt.Type) throws -> UInt { try integer() }
    func decode(_: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<Value: Decodable>(_: Value.Type) throws -> Value { try read() }
}
