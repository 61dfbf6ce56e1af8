import CJansson

/// A JSON document. Jansson accepts only UTF-8. Depth and memory are limited: see `JSONLimits`.
public final class JSONDocument {
    private let json: UnsafeMutablePointer<json_t>

    /// - Parameters:
    ///   - maxDepth: up to 2,048, the limit of Jansson.
    ///   - maxMemory: the estimated size in memory, in bytes.
    /// - Returns: nil if the bytes are not JSON, or exceed the limits.
    public init?(
        _ bytes: [UInt8],
        maxDepth: Int = JSONLimits.maxDepth,
        maxMemory: Int = JSONLimits.maxMemory
    ) {
        guard JSONLimits.problem(in: bytes, maxDepth: maxDepth, maxMemory: maxMemory) == nil else { return nil }
        // Some servers send a byte order mark.
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let json = content.withUnsafeBytes { domo_json_load($0.baseAddress, $0.count) }
        guard let json else { return nil }
        self.json = json
    }

    deinit { json_decref(json) }

    public var root: JSONValue { JSONValue(json, of: self) }
}

/// A value in a document.
public struct JSONValue {
    private let json: UnsafeMutablePointer<json_t>
    /// Keeps the value alive.
    private let document: JSONDocument

    fileprivate init(_ json: UnsafeMutablePointer<json_t>, of document: JSONDocument) {
        self.json = json
        self.document = document
    }

    private func read<Result>(_ body: (UnsafeMutablePointer<json_t>) -> Result) -> Result {
        withExtendedLifetime(document) { body(json) }
    }

    public var isNull: Bool { type == JSON_NULL }
    public var isArray: Bool { type == JSON_ARRAY }
    public var isObject: Bool { type == JSON_OBJECT }
    private var type: json_type { read { $0.pointee.type } }

    /// Nil for anything but a string.
    public var string: String? { type == JSON_STRING ? text : nil }

    /// Nil for anything but true and false.
    public var bool: Bool? {
        switch type {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }

    /// Nil for anything but a whole number that the type can represent.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        switch type {
        case JSON_INTEGER: Number(exactly: read { json_integer_value($0) })
        case JSON_REAL: Number(exactly: read { json_real_value($0) })
        default: nil
        }
    }

    /// Nil for anything but a number.
    public var number: Double? {
        switch type {
        case JSON_INTEGER, JSON_REAL: read { json_number_value($0) }
        default: nil
        }
    }

    /// For people: what kind of value it is.
    var kind: String {
        switch type {
        case JSON_OBJECT: "an object"
        case JSON_ARRAY: "an array"
        case JSON_STRING: "a text"
        case JSON_INTEGER, JSON_REAL: "a number"
        case JSON_TRUE, JSON_FALSE: "true or false"
        default: "null"
        }
    }

    /// The number of items in an array; 0 for any other value.
    public var count: Int { read { json_array_size($0) } }

    /// An item of an array; nil if there is none.
    public subscript(index: Int) -> JSONValue? {
        read { json_array_get($0, index) }.map { JSONValue($0, of: document) }
    }

    /// The value of an object's key; nil if there is none.
    public subscript(key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { key in
            key.withMemoryRebound(to: CChar.self) { key in
                read { json_object_getn($0, key.baseAddress, key.count) }
            }
        }.map { JSONValue($0, of: document) }
    }

    /// The keys of an object; none of any other value.
    public var keys: [String] {
        read { json in
            var keys: [String] = []
            var iterator = json_object_iter(json)
            while let entry = iterator {
                let key = UnsafeRawBufferPointer(
                    start: json_object_iter_key(entry),
                    count: json_object_iter_key_len(entry)
                )
                keys.append(String(decoding: key, as: UTF8.self))
                iterator = json_object_iter_next(json, entry)
            }
            return keys
        }
    }

    /// Returns the value at a path relative to this value; nil if there is none.
    public func at(_ path: JSONPath) -> JSONValue? {
        var value = self
        for step in path.steps {
            let next =
                switch step {
                case .key(let key): value[key] ?? value.item(key)
                case .index(let index): value[index]
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// An item of an array by its number in a path with points: `daily.0.rain`.
    private func item(_ number: String) -> JSONValue? {
        guard isArray, (1...6).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(number).flatMap { self[$0] }
    }

    private static let maxListLength = 16

    /// The text of the value at a path; nil if it has none.
    public func text(at path: JSONPath) -> String? {
        guard let value = at(path) else { return nil }
        guard path.joinsLists, value.isArray, value.count <= Self.maxListLength else { return value.text }
        let texts = (0..<value.count).map { value[$0]?.text }
        return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: ",")
    }

    /// The value as text; nil for null, an array or an object.
    public var text: String? {
        read { json in
            switch json.pointee.type {
            case JSON_STRING:
                let start = UnsafeRawPointer(json_string_value(json))
                let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(json))
                return String(decoding: bytes, as: UTF8.self)
            case JSON_INTEGER: return String(json_integer_value(json))
            case JSON_REAL: return plainText(json_real_value(json))
            case JSON_TRUE: return "true"
            case JSON_FALSE: return "false"
            default: return nil
            }
        }
    }
}
