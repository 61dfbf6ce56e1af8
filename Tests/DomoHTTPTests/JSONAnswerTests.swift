import DomoEngine
import DomoJSON
import DomoModel
import Testing

@testable import DomoHTTP

struct JSONAnswerTests {
    private static func text(_ path: String, in json: String) throws -> String? {
        let place = try #require(JSONPath(path))
        return try #require(JSONAnswer.values(at: [place], in: Array(json.utf8)))[0]
    }

    @Test(
        arguments: [
            ("1", "1"), ("-0", "0"), ("21.50", "21.5"), ("21.0", "21"), ("1e3", "1000"), ("\"on\"", "on"),
            ("true", "true"),
            ("false", "false"), ("9223372036854775807", "9223372036854775807"), ("\"a\\u0000b\"", "a\u{0}b"),
            ("\"\\u00f1\\ud83d\\ude00\"", "ñ😀"), ("\"\"", ""), ("null", nil), ("[1]", nil), ("{\"a\": 1}", nil),
        ] as [(String, String?)]
    )
    func singleValuesAreTexts(json: String, text: String?) throws {
        #expect(try Self.text("v", in: "{\"v\": \(json)}") == text)
        #expect(JSONAnswer.values(at: [], in: Array(json.utf8)) != nil)
    }

    @Test func pathsAreFound() throws {
        let json = #"{"a": {"b": [{"c": 1}, {"c": "two"}]}, "switch:0": {"output": true}, "": 7}"#
        #expect(try Self.text("a.b[1].c", in: json) == "two")
        #expect(try Self.text("a.b[2].c", in: json) == nil)
        #expect(try Self.text("a[0]", in: json) == nil)
        #expect(try Self.text("a.b.c", in: json) == nil)
        #expect(try Self.text("[\"switch:0\"].output", in: json) == "true")
        #expect(JSONAnswer.holdsNull(at: [JSONPath("a")!, JSONPath("n")!], in: Array(#"{"n": null}"#.utf8)))
        #expect(!JSONAnswer.holdsNull(at: [JSONPath("a")!], in: Array(json.utf8)))
    }

    /// A single number out of range does not make the rest unreadable.
    @Test func numberBeyondIntegersIsRead() throws {
        let json = #"{"id": 123456789012345678901234567890, "v": 40}"#
        #expect(try Self.text("v", in: json) == "40")
        #expect(try Self.text("id", in: json) == "1.2345678901234568e+29")
    }

    @Test func byteOrderMarkIsIgnored() {
        #expect(JSONAnswer.values(at: [JSONPath("v")!], in: [0xEF, 0xBB, 0xBF] + Array(#"{"v": 1}"#.utf8)) == ["1"])
    }

    @Test(arguments: [
        "", " ", "{", "{\"v\": 1}}", "{'v': 1}", "{\"v\": 01}", "[1,]", "nul", "{\"v\": \"\u{1}\"}", "<v>1</v>",
    ])
    func invalidDocumentsAreRefused(text: String) {
        #expect(!JSONAnswer.isJSON(Array(text.utf8)))
    }

    /// The memory that an answer would need is estimated before it is parsed.
    @Test(arguments: ["{},", "[],", "1,", "\"\",", "{\"a\":{}},", "[[[]]],"])
    func answerThatNeedsTooMuchMemoryIsUnusable(part: String) throws {
        let count = ServerSettings.maxAnswerLengthForAll / part.utf8.count - 1
        let text = "[" + String(repeating: part, count: count) + "0]"
        let dialect = try Dialect.read("state: {all: {url: \"{url}\"}, binary: }", name: "x")
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        let answer = settings.report(of: Array(text.utf8), for: [.named("Lamp", .binary)], isForAll: true)
        let reason = "the answer has too many values: they would take more than 128 MiB of memory"
        #expect(answer == .unusable(reason: reason))
    }

    @Test func anAnswerThatNestsTooDeeplyIsUnusable() throws {
        let dialect = try Dialect.read("state: {one: {url: \"{url}\", json: a}, binary: }", name: "x")
        let settings = try ServerSettings(url: "http://h", dialect: dialect)
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        let answer = settings.report(of: bytes, for: [.named("Lamp", .binary)], isForAll: false)
        #expect(answer == .unusable(reason: "the answer nests values more than 128 deep"))
    }

    /// Brackets and commas in strings are text.
    @Test func bracketsInStringsAreNotNesting() throws {
        let text = String(repeating: "[{,\\\"", count: 100_000)
        #expect(try Self.text("v", in: "{\"v\": \"\(text)\"}")?.utf8.count == 400_000)
    }

    /// The densest answers of real servers are far below the limit.
    @Test func anAnswerOfManyElementsIsRead() {
        let item = #"{"path":"Casa/Salon/Lamp 12345","state":{"binary":"on","regulable":40}},"#
        let count = ServerSettings.maxAnswerLengthForAll / item.utf8.count - 1
        let text = "[" + String(repeating: item, count: count) + "0]"
        #expect(JSONAnswer.isJSON(Array(text.utf8)))
    }

    @Test func hostileDocumentsAreRefused() {
        #expect(!JSONAnswer.isJSON([0x22, 0xFF, 0x22]))
        #expect(!JSONAnswer.isJSON(Array(String(repeating: "[", count: 1_000_000).utf8)))
        for (depth, isRead) in [(128, true), (129, false), (3000, false)] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let isJSON = JSONAnswer.isJSON(Array(deep.utf8))
            #expect(isJSON == isRead, "\(depth)")
        }
    }
}
