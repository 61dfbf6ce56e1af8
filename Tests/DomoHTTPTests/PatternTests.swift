import Testing

@testable import DomoHTTP

struct PatternTests {
    @Test(arguments: [
        ("a(b+)c", "xxabbbc", "bbb"), ("b+", "abbc", "bb"), ("^$", "", ""), ("(x)?y", "y", nil), ("q", "abc", nil),
        ("ñ(.)", "ñé", "é"),
    ])
    func theFirstGroupOrTheWholeIsTaken(pattern: String, text: String, expected: String?) throws {
        #expect(try Pattern(pattern).firstMatch(in: Array(text.utf8)) == expected)
    }

    /// Each more letter would double the work, without the limits.
    @Test(arguments: ["^(a|aa)+$", "(a+)+$", "(a|a)*b", "(.*)*x", "((a*)*)*$", "(?R)?a+$", "(?=(a+))*b"])
    func noPatternTakesForEver(pattern: String) throws {
        let clock = ContinuousClock()
        let compiled = try Pattern(pattern)
        for count in [80, 200_000] {
            let text = Array(String(repeating: "a", count: count).utf8) + [0x21]
            #expect(clock.measure { _ = compiled.matches(text) } < .seconds(5))
        }
    }

    @Test func bytesThatAreNoUTF8MatchNothing() throws {
        #expect(try Pattern(".").firstMatch(in: [0xFF, 0xFE]) == nil)
    }

    @Test func aLongPatternIsRefused() {
        #expect(throws: Pattern.Fault.self) { try Pattern(String(repeating: "a", count: 1001)) }
    }
}
