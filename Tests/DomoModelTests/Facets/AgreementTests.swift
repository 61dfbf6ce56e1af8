import DomoModel
import Testing

/// Whether a reported value agrees with an ordered one.
@Suite struct AgreementTests {
    private static func level(_ number: Int) -> Value { .level(Percent(clamping: number)) }
    private static func value(_ text: String) -> Value { FacetType.value.value(word: text) ?? .stop }

    /// Half of the last digit that the house wrote.
    @Test(arguments: [
        ("21.46", "21.5", true), ("21.46", "21.4", false), ("21.46", "21", true), ("21.46", "22", false),
        ("21.5", "21.46", false), ("20", "20.0", true), ("20.0", "20", true), ("21", "20.5", false),
        ("21", "+21", true),
        ("21", "2.1e1", true), ("21", "0021.0", true), ("21", "warm", false), ("20.04", "20.0", true),
        ("0.4", "0", true), ("-0.4", "-0", true),
    ])
    func numbersAgreeWithinTheLastDigitOfTheHouse(ordered: String, observed: String, agree: Bool) {
        #expect(Self.value(ordered).agrees(with: Self.value(observed)) == agree)
    }

    /// Half of the precision, however the house writes it, and no more.
    @Test(
        arguments: [
            ("21", "20.5", 0.5, false), ("21", "20.75", 0.5, true), ("21", "20.74", 0.5, false),
            ("21", "21.2", 0.5, true),
            ("21.46", "21.5", 0.01, false), ("21", "22", 5, true), ("21.4", "21", 0.2, false),
        ] as [(String, String, Decimal, Bool)]
    )
    func numbersAgreeWithinHalfTheStep(ordered: String, observed: String, step: Decimal, agree: Bool) {
        #expect(Self.value(ordered).agrees(with: Self.value(observed), precision: step) == agree)
    }

    @Test func stepOverridesTheResolutionOfTheBinding() {
        let stepped = Element(name: "T", kind: .device, types: FacetTypes([.value])!, details: Details(step: 0.5))
        let plain = Element(name: "T", kind: .device, types: FacetTypes([.value])!)
        #expect(stepped.precision(of: .value, resolution: 0.01) == 0.5)
        #expect(plain.precision(of: .value, resolution: 0.01) == 0.01)
        #expect(plain.precision(of: .value) == nil)
        #expect(stepped.precision(of: .regulable) == nil)
    }

    @Test(
        arguments: [
            (level(40), level(41), true), (level(40), level(42), false), (level(1), level(0), false),
            (level(0), level(0), true), (.on, .on, true), (.on, .off, false), (.up, .stop, false),
            (.text("a"), .text("a"), true),
            (.text("007"), .number(7), false), (.text("007"), .text("007"), true), (.text("a"), .text("A"), false),
            (.on, .level(Percent(clamping: 100)), false),
        ] as [(Value, Value, Bool)]
    )
    func otherValues(ordered: Value, observed: Value, agree: Bool) {
        #expect(ordered.agrees(with: observed) == agree)
    }
}
