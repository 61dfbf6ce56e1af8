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

    @Test(arguments: ["(a+)+$", "(a|a)*b", "(.*)*x", "((a*)*)*$", "(?R)?a+$", "(?=(a+))*b"])
    func noPatternTakesForEver(pattern: String) throws {
        let clock = ContinuousClock()
        let text = Array(String(repeating: "a", count: 200_000).utf8) + [0x21]
        let compiled: Pattern
        do { compiled = try Pattern(pattern) } catch { return }
        #expect(clock.measure { _ = compiled.matches(text) } < .seconds(5))
    }

    @Test func bytesThatAreNoUTF8MatchNothing() throws {
        #expect(try Pattern(".").firstMatch(in: [0xFF, 0xFE]) == nil)
    }

    @Test func aLongPatternIsRefused() {
        #expect(throws: Pattern.Fault.self) { try Pattern(String(repeating: "a", count: 1001)) }
    }
}
