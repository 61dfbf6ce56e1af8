import Testing

@testable import DomoKNX

struct DPT4Tests {
    @Test(arguments: [
        Vector("4.001", "41", .text("A"), "A"), Vector("4.001", "20", .text(" "), " "),
        Vector("4.001", "7F", .text("\u{7F}"), "\u{7F}"), Vector("4.001", "00", .text("\0"), "\0"),
        Vector("4.002", "E9", .text("é"), "é"), Vector("4.002", "FF", .text("ÿ"), "ÿ"),
        Vector("4.002", "80", .text("\u{80}"), "\u{80}"), Vector("4.002", "E9", .text("e\u{301}"), "e\u{301}"),
    ])
    func aCharacterIsOneOctet(vector: Vector) throws { try vector.check() }

    @Test func otherCharactersAreRefused() throws {
        #expect(try decodingFault("4.001", "80")?.code == .invalid)
        #expect(try encodingFault("4.001", .text("é"))?.code == .wrongForm)
        #expect(try encodingFault("4.002", .text("€"))?.code == .wrongForm)
        #expect(try encodingFault("4.002", .text(""))?.code == .wrongForm)
        #expect(try encodingFault("4.002", .text("ab"))?.code == .wrongForm)
        #expect(try encodingFault("4.002", .text("\r\n"))?.code == .wrongForm)
        #expect(try DatapointType("4").description == "4.002")
    }
}
