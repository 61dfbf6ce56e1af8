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

    /// Each limit by itself: with those that PCRE2 has by itself, the harder text matches as well.
    @Test(arguments: [
        // Each letter more doubles the steps.
        ("^(?:(?:a|a)*b|a*)$", 8, 18),
        // Each letter is one level deeper.
        ("^(?:(a)|b)*$", 400, 3_000),
        // Each level keeps the places of all groups.
        ("^" + String(repeating: "()", count: 300) + "(?:(a)|b)*$", 50, 300),
    ])
    func aTextThatTakesTooMuchWorkDoesNotMatch(pattern: String, easy: Int, hard: Int) throws {
        let compiled = try Pattern(pattern)
        for (count, matches) in [(easy, true), (hard, false)] {
            let text = Array(String(repeating: "a", count: count).utf8)
            #expect(compiled.matches(text) == matches, "\(count)")
            #expect((compiled.firstMatch(in: text) != nil) == matches, "\(count)")
        }
    }

    /// Without the limits, each additional letter would double the work.
    @Test(arguments: ["^(a|aa)+$", "(a+)+$", "(a|a)*b", "(.*)*x", "((a*)*)*$", "(?R)?a+$", "(?=(a+))*b"])
    func workOfAPatternIsBounded(pattern: String) throws {
        let clock = ContinuousClock()
        let compiled = try Pattern(pattern)
        for count in [80, 200_000] {
            let text = Array(String(repeating: "a", count: count).utf8) + [0x21]
            #expect(clock.measure { _ = compiled.matches(text) } < .seconds(60))
        }
    }

    @Test func invalidUTF8MatchesNothing() throws {
        #expect(try Pattern(".").firstMatch(in: [0xFF, 0xFE]) == nil)
    }

    @Test func aLongPatternIsRefused() {
        let fault = Pattern.Fault(message: "the pattern is longer than 1000 bytes", column: 1)
        #expect(throws: fault) { try Pattern(String(repeating: "a", count: 1001)) }
        #expect(throws: Never.self) { try Pattern(String(repeating: "a", count: 1000)) }
    }
}
