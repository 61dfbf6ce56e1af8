import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Which of its labels an element is shown with.
struct LabelTests {
    /// A Spanish house, with some Catalan.
    private static func element(_ name: String, _ labels: [String: String]) -> Element {
        Element(name: name, kind: .device, types: FacetTypes([.binary])!, details: Details(labels: labels))
    }

    private static let house = House(
        name: "Casa",
        elements: [
            element("A", ["es": "Lámpara", "ca": "Llum"]), element("B", ["es": "Persiana"]),
            element("C", ["ca": "Porta"]),
            element("D", ["": "Dé", "ca": "Essa", "en": "Dee"]), element("E", ["en-GB": "Eh", "es": "Uve"]),
            element("F", [:]), element("G", ["es": "Ge"]),
        ]
    )

    private func labels(_ line: String) throws -> [String?] {
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [Self.house]))
        guard case .listing(let listing)? = try house.ask(line) else { throw Missing() }
        return listing.places[0].elements.map(\.label)
    }

    /// The language of the terminal, the house's own, the name.
    @Test(
        arguments: [
            ("en", ["Lámpara", "Persiana", nil, "Dee", "Eh", nil, "Ge"]),
            ("en-US", ["Lámpara", "Persiana", nil, "Dee", "Eh", nil, "Ge"]),
            ("ca-ES", ["Llum", "Persiana", "Porta", "Essa", "Uve", nil, "Ge"]),
            ("fr", ["Lámpara", "Persiana", nil, "Dé", "Uve", nil, "Ge"]),
        ] as [(String, [String?])]
    )
    func allElementsAreShownByTheSameOrder(language: String, expected: [String?]) throws {
        #expect(try labels("ls --language \(language) Casa") == expected)
    }

    @Test func withoutALanguageItIsThatOfTheHouse() throws {
        #expect(try labels("ls Casa") == ["Lámpara", "Persiana", nil, "Dé", "Uve", nil, "Ge"])
    }

    private struct Missing: Error {}
}
