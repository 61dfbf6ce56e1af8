import Foundation
import Testing

@testable import DomoKNXHouse

/// The schema for editors has the words that the reader accepts, and no others.
struct SchemaTests {
    private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "homes/house-knx.xsd")

    @Test(arguments: KNXLanguage.allCases, KNXTag.allCases)
    func attributesAreThoseOfTheReader(language: KNXLanguage, tag: KNXTag) throws {
        let text = try String(contentsOf: Self.schema, encoding: .utf8)
        let begin = "<xs:complexType name=\"\(tag.spelling(in: language))\">"
        let from = try #require(text.range(of: begin)?.upperBound)
        let end = try #require(text.range(of: "</xs:complexType>", range: from..<text.endIndex)?.lowerBound)
        let names = text[from..<end].split(separator: "\n").compactMap { line in
            line.firstMatch(of: /<xs:attribute name="([^"]+)"/).map { String($0.1) }
        }
        #expect(Set(names) == Set(tag.attributes.map { $0.spelling(in: language) }))
    }
}
