import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

@testable import DomoMQTT

/// The state topics agree with the table of all front ends, `Tests/Certainty/certainty.json`.
@Suite struct CertaintyTests {
    struct Table: Decodable {
        struct Form: Decodable {
            var certainty: String
            var stale: Bool
        }

        var forms: [Form]
        var words: [String: [String]]
    }

    @Test func theStateHasValueCertaintyAndAge() throws {
        let file = #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Certainty/certainty.json"
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: URL(filePath: "/" + file)))
        for form in table.forms {
            for value in [Value.on, .off] {
                let certainty = try #require(Certainty(rawValue: form.certainty))
                let known = certainty == .unknown ? nil : value
                let reading = Reading(
                    value: known,
                    certainty: certainty,
                    isStale: form.stale,
                    since: Timestamp(milliseconds: 0),
                    cause: .house
                )
                let text = StateText(
                    readings: [ReadingView(type: .binary, reading: reading)],
                    cover: nil,
                    showsCause: false
                )
                let json = String(decoding: text.json, as: UTF8.self)
                let start = #"{"binary":{"value":\#(known.map { "\"\($0.word)\"" } ?? "null"),"#
                #expect(json.hasPrefix(start + #""certainty":"\#(form.certainty)","stale":\#(form.stale)"#))
            }
        }
        // Home Assistant is given the words of a lock, a siren and a sensor for the same values.
        for name in table.words.keys {
            let elementClass = ElementClass.allCases.first { $0.word == name }
            for component in DiscoverySamples.components(DiscoverySamples.element([.binary], elementClass)) {
                #expect(component.config.fields.contains { $0.value == .text("on") })
                #expect(component.config.fields.contains { $0.value == .text("off") })
            }
        }
    }
}
