import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

@Suite struct JSONWriterTests {
    @Test func everyCharacterSurvives() throws {
        var texts = (0..<0x3000).compactMap { Unicode.Scalar(UInt32($0)).map { "a\($0)b" } }
        texts += [
            "", "\"", "\\", "\\n", "\r\n", "💡👩‍👩‍👧", "\u{FFFD}\u{10FFFF}", "</script>",
            String(repeating: "\u{1}\"", count: 5000),
        ]
        for text in texts {
            var json = JSONWriter()
            json.array([text]) { $0.string($1) }
            #expect(
                try JSONDecoder().decode([String].self, from: Data(json.bytes)).map { Array($0.utf8) } == [
                    Array(text.utf8)
                ]
            )
            #expect(!json.bytes.contains(UInt8(ascii: "\n")))
        }
    }

    @Test(arguments: [0, -0.0, 1.5, -2.25e-9, 1e300, 123456789.125, .infinity, .nan] as [Double])
    func numberIsReadBack(number: Double) throws {
        var json = JSONWriter()
        json.array([number]) { $0.number($1) }
        let read = try JSONDecoder().decode([Double?].self, from: Data(json.bytes))
        #expect(read == [number.isFinite ? number : nil])
    }

    @Test func commasSeparateValues() {
        var json = JSONWriter()
        json.object { json in
            json.key("a")
            json.array([1, 2]) { $0.number($1) }
            json.key("b")
            json.object { _ in }
            json.key("c")
            json.array([true]) { $0.bool($1) }
            json.key("d")
            json.null()
            json.optional("e", String?.none)
            json.optional("f", "x")
        }
        json.newline()
        json.object {
            $0.key("time")
            $0.time(Timestamp(milliseconds: 0))
        }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == "{\"a\":[1,2],\"b\":{},\"c\":[true],\"d\":null,\"f\":\"x\"}\n{\"time\":\"1970-01-01T00:00:00.000Z\"}"
        )
    }
}
