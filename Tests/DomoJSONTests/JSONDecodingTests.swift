import FoundationEssentials
import Testing

@testable import DomoJSON

struct JSONDecodingTests {
    private struct Part: Codable, Equatable {
        var name: String
        var parts: [Part]?
    }

    private enum Word: String, Codable { case on, off }

    private struct Everything: Codable, Equatable {
        var text = "a\"é\u{1F600}\n"
        var flag = true
        var whole = -7
        var small: UInt8 = 255
        var large: UInt64 = 1 << 62
        var real = 21.5
        var short: Float = 0.25
        var nothing: Int?
        var something: Int? = 0
        var words: [Word] = [.on, .off]
        var empty: [Int] = []
        var optionals: [Int?] = [1, nil, 3]
        var byName: [String: [Double]] = ["a": [1, 2.5], "b": []]
        var part = Part(name: "x", parts: [Part(name: "y"), Part(name: "z", parts: [])])
    }

    private static func decode<Value: Decodable>(_ text: String, as _: Value.Type) throws -> Value {
        try #require(JSONDocument(Array(text.utf8))).root.decode()
    }

    /// Foundation's encoder wrote it.
    @Test func everythingIsReadAsItWasWritten() throws {
        let bytes = Array(try JSONEncoder().encode(Everything()))
        #expect(try #require(JSONDocument(bytes)).root.decode(Everything.self) == Everything())
    }

    @Test(arguments: ["1", "-1", "1.0", "1e3", "1.5", "256", "9223372036854775808", "true", "null", #""1""#, "[1]"])
    func numbersAreReadAsFoundationReadsThem(text: String) throws {
        func both<Value: Decodable & Equatable>(_: Value.Type) throws {
            // That it can't be read is a result, too.
            let ours = try? Self.decode("[\(text)]", as: [Value].self)
            let theirs = try? JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
            #expect(ours == theirs, "\(Value.self)")
        }
        try both(Int.self)
        try both(UInt8.self)
        try both(Int64.self)
        try both(Double.self)
        try both(Bool.self)
        try both(String.self)
        try both(Int?.self)
    }

    @Test(
        arguments: [
            (#"{"parts":[]}"#, "name", ""), (#"{"name":7}"#, "String", "name"), (#"{"name":null}"#, "String", "name"),
            (#"{"name":"a","parts":[{"name":"b"},{"name":{}}]}"#, "String", "parts.item 2.name"),
            ("[]", "Dictionary", ""),
        ]
    )
    func faultsSayWhatAndWhere(text: String, what: String, path: String) throws {
        let error = #expect(throws: DecodingError.self) { try Self.decode(text, as: Part.self) }
        let context: DecodingError.Context
        switch try #require(error) {
        case .keyNotFound(let key, let found):
            #expect(key.stringValue == what)
            context = found
        case .typeMismatch(let type, let found), .valueNotFound(let type, let found):
            #expect("\(type)".contains(what))
            context = found
        default: throw try #require(error)
        }
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
    }

    @Test func depthIsLimitedAsAsked() {
        let text = Array((String(repeating: "[", count: 200) + String(repeating: "]", count: 200)).utf8)
        #expect(JSONDocument(text) == nil)
        #expect(JSONDocument(text, maxDepth: 200)?.root.isArray == true)
    }
}
