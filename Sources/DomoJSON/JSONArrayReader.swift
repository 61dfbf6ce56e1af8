/// Reads the items of an array one after the other.
struct JSONArrayReader: UnkeyedDecodingContainer {
    private let array: JSONReader
    private let length: Int
    private(set) var currentIndex = 0

    init(_ array: JSONReader) { (self.array, length) = (array, array.value.count) }

    var codingPath: [any CodingKey] { array.codingPath }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    /// The next item; it stays the next one if reading it fails.
    private mutating func next<Value>(_ read: (JSONReader) throws -> Value) throws -> Value {
        let path = codingPath + [JSONKey(index: currentIndex)]
        guard let value = array.value[currentIndex] else {
            let context = DecodingError.Context(codingPath: path, debugDescription: "the array has \(length) items")
            throw DecodingError.valueNotFound(Value.self, context)
        }
        let result = try read(JSONReader(value: value, codingPath: path))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        guard let value = array.value[currentIndex], value.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_: Value.Type) throws -> Value { try next { try $0.read() } }
    mutating func decode(_: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_: String.Type) throws -> String { try next { try $0.string() } }
    mutating func decode(_: Double.Type) throws -> Double { try next { try $0.real() } }
    mutating func decode(_: Float.Type) throws -> Float { try next { try $0.real() } }
    mutating func decode(_: Int.Type) throws -> Int { try next { try $0.integer() } }
    mutating func decode(_: Int8.Type) throws -> Int8 { try next { try $0.integer() } }
    mutating func decode(_: Int16.Type) throws -> Int16 { try next { try $0.integer() } }
    mutating func decode(_: Int32.Type) throws -> Int32 { try next { try $0.integer() } }
    mutating func decode(_: Int64.Type) throws -> Int64 { try next { try $0.integer() } }
    mutating func decode(_: UInt.Type) throws -> UInt { try next { try $0.integer() } }
    mutating func decode(_: UInt8.Type) throws -> UInt8 { try next { try $0.integer() } }
    mutating func decode(_: UInt16.Type) throws -> UInt16 { try next { try $0.integer() } }
    mutating func decode(_: UInt32.Type) throws -> UInt32 { try next { try $0.integer() } }
    mutating func decode(_: UInt64.Type) throws -> UInt64 { try next { try $0.integer() } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
