import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

@testable import DomoCLI

/// What is known is shown in one way: the table `Tests/Certainty/certainty.json` is that of all front ends.
@Suite struct CertaintyTests {
    struct Table: Decodable, Sendable {
        struct Form: Decodable, Sendable {
            var certainty: String
            var stale: Bool
            var text: String

            private enum CodingKeys: String, CodingKey {
                case certainty, stale
                case text = "command line"
            }
        }

        var forms: [Form]
        var words: [String: [String]]
    }

    static func table() throws -> Table {
        let file = #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Certainty/certainty.json"
        return try JSONDecoder().decode(Table.self, from: Data(contentsOf: URL(filePath: "/" + file)))
    }

    static func element(_ name: String, _ reading: ReadingView) -> ElementView {
        ElementView(
            path: "Casa/X",
            name: "X",
            kind: "device",
            types: ["binary"],
            readings: [reading],
            elementClass: name.isEmpty ? nil : name
        )
    }

    @Test func eachClassIsShownWithItsWordAndItsCertainty() throws {
        let (rendering, table) = (RenderingTests().rendering, try Self.table())
        for (name, words) in table.words {
            for (value, word) in zip([Value.on, .off], words) {
                for form in table.forms {
                    let certainty = try #require(Certainty(rawValue: form.certainty))
                    let known = certainty == .unknown ? nil : value
                    let view = RenderingTests.reading(.binary, known, certainty, stale: form.stale)
                    let element = Self.element(name, view)
                    let expected = form.text.replacing("{word}", with: word)
                    #expect(rendering.readings(of: element).text == expected)
                    #expect(DetailedReading(view, in: element).text == expected)
                    // Programs get the same words for all classes.
                    var json = JSONWriter()
                    json.value(element)
                    let text = String(decoding: json.bytes, as: UTF8.self)
                    #expect(text.contains(#""value":\#(known.map { "\"\($0.word)\"" } ?? "null")"#))
                    #expect(text.contains(#""certainty":"\#(form.certainty)""#))
                    #expect(text.contains(#""stale":\#(form.stale)"#))
                }
            }
        }
    }

    /// Each class that can be on or off is in the table.
    @Test func theTableHasEachClass() throws {
        let expected = ElementClass.allCases.filter { $0.types.contains(.binary) }.map(\.word) + [""]
        #expect(Set(try Self.table().words.keys) == Set(expected))
    }

    @Test func aButtonWithoutAStateIsAButton() {
        let rendering = RenderingTests().rendering
        var element = Self.element("lock", RenderingTests.reading(.binary, nil, .unknown))
        element.isButton = true
        #expect(rendering.readings(of: element).text == "button")
        element.readings = [RenderingTests.reading(.binary, .on, .confirmed)]
        #expect(rendering.readings(of: element).text == "unlocked")
    }
}
