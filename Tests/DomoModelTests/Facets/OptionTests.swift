import DomoModel
import Testing

/// Texts that can only have some values.
@Suite struct OptionTests {
    private static let options = [
        ValueOption(value: "comfort", labels: ["es": "Confort", "ca": "Còmode"]), ValueOption(value: "night"),
        ValueOption(value: "21", labels: ["": "Warm"]),
    ]

    private static func mode(_ types: [FacetType] = [.value], initial: Value? = nil) -> Element {
        Element(
            name: "Modo",
            kind: .device,
            types: FacetTypes(types)!,
            details: Details(initial: initial, options: options)
        )
    }

    @Test(arguments: [
        ("comfort", Value.text("comfort")), ("COMFORT", .text("comfort")), ("confort", .text("comfort")),
        ("comode", .text("comfort")), ("night", .text("night")), ("21", .number(21)), ("warm", .number(21)),
    ])
    func valueOrLabelIsAnOption(text: String, value: Value) throws {
        #expect(try Self.mode().value(text) == value)
        #expect(try Self.mode().order(text, as: .value) == value)
    }

    @Test(arguments: ["confortable", "", "2", "22"]) func otherTextIsRefusedWithTheList(text: String) {
        let refusal = #expect(throws: ValueRefusal.self) { try Self.mode().value(text) }
        #expect(refusal?.message == "\"\(text)\" is not one of the options of Modo")
        #expect(refusal?.hint == "Modo takes: comfort, night, 21")
    }

    @Test func switchBesideTheOptionsKeepsItsWords() throws {
        #expect(try Self.mode([.value, .binary]).value("on") == .on)
        #expect(try Self.mode([.value, .binary]).value("night") == .text("night"))
    }

    @Test func virtualChoiceBeginsWithTheFirst() {
        #expect(Self.mode().usualValue(of: .value) == .text("comfort"))
        #expect(Self.mode().canHave(.text("night")))
        #expect(!Self.mode().canHave(.text("other")))
    }

    /// Whatever the house reports is shown.
    @Test func reportedTextNeedNotBeAnOption() {
        #expect(FacetType.value.value(reported: "other", number: nil) == .text("other"))
    }
}
