import DomoModel
import Testing

struct TextSearchTests {
    @Test(arguments: [
        ("http://h", "://", "http"), ("abab", "b", "a"), ("aab", "ab", "a"), ("ñandú", "dú", "ñan"), ("x", "x", ""),
    ])
    func firstOccurrenceIsFound(text: String, searched: String, before: String) throws {
        let place = try #require(text.place(of: searched))
        #expect(text[..<place.lowerBound] == before)
        #expect(text[place] == searched)
        #expect(text.holds(searched))
    }

    @Test(arguments: [("abc", "d"), ("ab", "abc"), ("", "a"), ("aB", "ab"), ("e\u{301}", "é")])
    func otherTextsAreNotFound(text: String, searched: String) {
        #expect(text.place(of: searched) == nil)
        #expect(!text.holds(searched))
    }

    @Test(arguments: [
        ("a-b-c", "-", "+", "a+b+c"), ("aaa", "aa", "b", "ba"), ("abc", "x", "y", "abc"), ("", "x", "y", ""),
        ("xx", "x", "xx", "xxxx"), ("a", "", "y", "a"),
    ])
    func allOccurrencesAreReplaced(text: String, searched: String, other: String, result: String) {
        #expect(text.replacing(searched, by: other) == result)
    }
}
