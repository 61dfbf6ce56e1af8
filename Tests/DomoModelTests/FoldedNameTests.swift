import Testing

@testable import DomoModel

@Suite struct FoldedNameTests {
    @Test(arguments: [
        ("Louver", "louver"), ("SALÓN", "salon"), ("salo\u{301}n", "salon"), ("Straße", "strasse"), ("Ñandú", "nandu"),
        ("Ångström", "angstrom"), ("Łódź", "lodz"), ("Ørsted", "orsted"), ("İstanbul", "istanbul"), ("Ψυχή", "ψυχη"),
        ("ΟΔΌΣ", "οδοσ"), ("οδός", "οδοσ"), ("Ёлка", "елка"), ("日本", "日本"), ("💡", "💡"), ("", ""), ("Ấ", "a"),
    ])
    func caseAndMarksAreFolded(name: String, folded: String) {
        #expect(FoldedName.fold(name) == folded)
        #expect(FoldedName.fold(FoldedName.fold(name)) == folded)
    }

    @Test(arguments: [("set", "sett"), ("toggle", "togle"), ("ls", "sl"), ("status", "satus")])
    func closestWordIsTheOneMeant(word: String, mistyped: String) {
        #expect(closestWord(to: mistyped, among: ["set", "toggle", "ls", "status"]) == word)
    }

    @Test func dissimilarWordHasNoClosest() {
        #expect(closestWord(to: "xylophone", among: ["set", "toggle"]) == nil)
        #expect(editDistance(Array("abcdef".utf8), Array("uvwxyz".utf8), limit: 2) == 3)
        #expect(editDistance(Array("ab".utf8), Array("ba".utf8), limit: 2) == 1)
    }
}
