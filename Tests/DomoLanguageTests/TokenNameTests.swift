import DomoModel
import Testing

@testable import DomoLanguage

/// Names of tokens that would forge the records of who did what.
@Suite struct TokenNameTests {
    @Test(arguments: [
        "phone", "Anna's phone", "móvil de José", "Телефон", "Τηλέφωνο", "טלפון", "هاتف", "電話 ケイタイ", "tablet 2 (hall)",
        "x",
        "roots", "a house", "scenery",
    ])
    func nameIsAccepted(name: String) throws {
        try TokenName.check(name)
        #expect(try RequestParser.parse("token new \(Words.quoted(name))") != nil)
    }

    @Test(arguments: [
        ("root", "domo itself uses"), ("Root", "domo itself uses"), ("HOUSE", "domo itself uses"),
        ("scene Me voy", "domo itself uses"), ("Scene x", "domo itself uses"), ("token phone", "domo itself uses"),
        ("at 23:30", "domo itself uses"), ("domo-web", "domo itself uses"), ("domo-notify", "domo itself uses"),
        ("domo-mqtt", "domo itself uses"),
        // Cyrillic о, Greek ο.
        ("r\u{43E}ot", "several scripts"), ("ro\u{3BF}t", "several scripts"),
        ("an\u{202E}a", "U+202E"), ("ana\u{200B}", "U+200B"), ("a\u{200D}b", "U+200D"), ("a\u{2066}b", "U+2066"),
        ("a\u{A0}b", "U+A0"), ("\u{1D42B}oot", "U+1D42B"), ("\u{FF52}oot", "U+FF52"), ("a\u{E000}", "U+E000"),
        ("a\u{2028}b", "U+2028"), ("a\u{AD}b", "U+AD"), ("", "1–64"), (" x", "without spaces"),
        ("x ", "without spaces"),
        (String(repeating: "x", count: 65), "1–64"),
    ])
    func nameThatPassesForAnotherIsRefused(name: String, reason: String) {
        let fault = #expect(throws: Fault.self) { try TokenName.check(name) }
        #expect(fault?.hint?.contains(reason) == true, "\(fault?.hint ?? "")")
    }

    @Test func caseAndCompositionMakeNoOtherName() {
        #expect(TokenName.same("José", "JOSE\u{301}"))
        #expect(!TokenName.same("José", "Jose"))
    }

    /// What an earlier version accepted can still be revoked.
    @Test func olderNamesCanBeRevoked() throws {
        for name in ["root", "scene x", "r\u{43E}ot"] {
            #expect(try RequestParser.parse("token revoke \(Words.quoted(name))") != nil)
        }
    }

    @Test func tokenIsShownWithItsKind() {
        #expect(Cause.token("root").label == "token root")
        #expect(Cause.user("root").label == "root")
        #expect(Cause.scene("Noche").label == "scene Noche")
        #expect(Cause.house.label == "house")
    }
}
