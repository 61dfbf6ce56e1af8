import DomoLanguage
import DomoModel
import Testing

@Suite struct WordsTests {
    @Test(arguments: [
        ("set Louver up", ["set", "Louver", "up"]), ("  a\t b ", ["a", "b"]), ("", []), ("   ", []), ("# a", []),
        ("a # b", ["a"]), ("a#b", ["a#b"]), ("'a b' \"c d\"", ["a b", "c d"]), ("a\\ b", ["a b"]), ("''", [""]),
        ("a''b", ["ab"]), ("'\\n'", ["\\n"]), (#""\"\\\$\`\n""#, ["\"\\$`\\n"]), ("\\#a", ["#a"]), ("'#a'", ["#a"]),
        ("ñ 💡 日本", ["ñ", "💡", "日本"]), ("'a'\u{301}", ["a\u{301}"]), ("a\u{A0}b", ["a", "b"]),
    ])
    func lineIsSplitAsAShellSplitsIt(line: String, words: [String]) throws {
        #expect(try Words.split(line).map(\.text) == words)
    }

    @Test func wordsKnowTheirColumnsAndQuotes() throws {
        #expect(
            try Words.split("ñ 'b c' d\\ e -x") == [
                Words.Word(text: "ñ", column: 1), Words.Word(text: "b c", column: 3, isQuoted: true),
                Words.Word(text: "d e", column: 9, isQuoted: true, endIsQuoted: false),
                Words.Word(text: "-x", column: 14),
            ]
        )
    }

    /// A colour after another word is none.
    @Test(arguments: [
        ("set a #ff8000", ["set", "a", "#ff8000"]), ("set a #FF8000 # b", ["set", "a", "#FF8000"]),
        ("set ñ #ff8000", ["set", "ñ", "#ff8000"]), ("set a #ff8000, b", ["set", "a", "#ff8000,", "b"]),
        ("#ff8000", []), (" #ff8000 a", []), ("ñ #ff800", ["ñ"]), ("a #ff80000", ["a"]), ("a #ff800g", ["a"]),
        ("a #facades", ["a"]), ("a # ff8000", ["a"]),
    ])
    func colourIsNoComment(line: String, words: [String]) throws {
        #expect(try Words.split(line).map(\.text) == words)
    }

    /// ASCII without quotes takes a separate path.
    @Test func plainWordsHaveTheirColumns() throws {
        let words = [Words.Word(text: "a#b", column: 3), Words.Word(text: "-x", column: 7)]
        #expect(try Words.split("\u{B} a#b\t-x # 'c \\ ñ") == words)
        #expect(try Words.split("  a#b\t-x 'ñ'").prefix(2) == words[...])
        #expect(try Words.split("#").isEmpty)
    }

    @Test(arguments: [
        ("off:", false), ("\"off:\"", true), ("\"off\":", false), ("off\\:", true), ("off':'", true), ("'':", false),
    ])
    func wordsKnowWhetherTheirEndIsQuoted(word: String, isQuoted: Bool) throws {
        #expect(try Words.split(word).map(\.endIsQuoted) == [isQuoted])
    }

    @Test(arguments: [
        ("set 'a", 5, "unclosed quote: '"), ("\"a\\\"", 1, "unclosed quote: \""),
        ("a \\", 3, "backslash at the end of the line"), ("ñ \"", 3, "unclosed quote: \""),
    ])
    func unclosedQuoteIsRefusedWithItsColumn(line: String, column: Int, message: String) {
        let unclosed = #expect(throws: Words.Unclosed.self) { try Words.split(line) }
        #expect(unclosed?.column == column)
        #expect(unclosed?.fault.message == message)
        let fault = #expect(throws: Fault.self) { try RequestParser.parse(line) }
        #expect(fault?.message == "column \(column): \(message)")
    }

    @Test func quotedWordIsReadBackAsItself() throws {
        var random = SplitMix64(seed: 7)
        let alphabet = Array("ab ñ日💡'\"\\$`#-%/=\t\u{301}\u{A0}\u{2028}0".unicodeScalars)
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...8, using: &random) { text.append(alphabet.randomElement(using: &random)!) }
            let word = String(text)
            #expect(try Words.split("x " + Words.quoted(word) + " y").map(\.text) == ["x", word, "y"])
        }
    }
}
