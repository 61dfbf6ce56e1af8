import Testing

@testable import DomoHTTP

struct PatternTests {
    @Test(arguments: [
        ("a(b+)c", "xxabbbc", "bbb"), ("b+", "abbc", "bb"), ("^$", "", ""), ("(x)?y", "y", nil), ("q", "abc", nil),
        ("ñ(.)", "ñé", "é"),
    ])
    func matchIsTheFirstGroupOrTheWhole(pattern: String, text: String, expected: String?) throws {
        #expect(try Pattern(pattern).firstMatch(in: Array(text.utf8)) == expected)
    }

    /// Without the limits, each additional letter would double the work.
    @Test(arguments: ["^(a|aa)+$", "(a+)+$", "(a|a)*b", "(.*)*x", "((a*)*)*$", "(?R)?a+$", "(?=(a+))*b"])
    func workOfAPatternIsBounded(pattern: String) throws {
        let clock = ContinuousClock()
        let compiled = try Pattern(pattern)
        for count in [80, 200_000] {
            let text = Array(String(repeating: "a", count: count).utf8) + [0x21]
            #expect(clock.measure { _ = compiled.matches(text) } < .seconds(5))
        }
    }

    @Test func invalidUTF8MatchesNothing() throws {
        #expect(try Pattern(".").firstMatch(in: [0xFF, 0xFE]) == nil)
    }

    @Test func aLongPatternIsRefused() {
        #expect(throws: Pattern.Fault.self) { try Pattern(String(repeating: "a", count: 1001)) }
    }
}
