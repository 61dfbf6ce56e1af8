import Testing

@testable import DomoKNX

struct DPT16Tests {
    @Test(arguments: [
        // The example of KNX 03/07/02, 3.16.
        Vector("16.000", "4B4E58206973204F4B0000000000", .text("KNX is OK"), "KNX is OK"),
        Vector("16.000", "0000000000000000000000000000", .text(""), ""),
        Vector("16.000", "666F75727465656E206368617273", .text("fourteen chars"), "fourteen chars"),
        Vector("16.001", "53616CF36E000000000000000000", .text("Salón"), "Salón"),
        Vector("16.001", "53616CF36E000000000000000000", .text("Salo\u{301}n"), "Salón"),
        Vector("16.001", "200D0A2000000000000000000000", .text(" \r\n "), " \r\n "),
    ])
    func textIsPaddedWithZeros(vector: Vector) throws { try vector.check() }

    @Test func textEndsAtTheFirstZero() throws {
        let type = try DatapointType("16.001")
        let payload = Payload(hex: "616200637FFF0000000000000000")
        #expect(try type.decode(payload) == .text("ab"))
        #expect(try type.encode(.text("ab")) == Payload(hex: "6162000000000000000000000000"))
        #expect(try DatapointType("16.000").decode(Payload(hex: "6162 00FF 0000 0000 0000 0000 0000")) == .text("ab"))
    }

    @Test func accentedLettersAreReadInASCIIText() throws {
        let type = try DatapointType("16.000")
        #expect(try type.decode(Payload(hex: "53616CF36E000000000000000000")) == .text("Salón"))
        #expect(try type.decode(Payload(hex: "3231B043000000000000000000FF")) == .text("21°C"))
    }

    @Test func otherCharactersAreRefused() throws {
        #expect(try encodingFault("16.000", .text("Salón"))?.code == .wrongForm)
        #expect(try encodingFault("16.001", .text("5 €"))?.message == "\"€\" is not a character of DPT_String_8859_1")
        #expect(try encodingFault("16.001", .text("a\0b"))?.code == .wrongForm)
        #expect(try encodingFault("16.001", .integer(5))?.code == .wrongForm)
    }

    @Test func longTextIsRefused() throws {
        let fault = try encodingFault("16.001", .text("fifteen letters"))
        #expect(fault?.code == .outOfRange)
        #expect(fault?.hint == "DPT_String_8859_1 allows at most 14")
        #expect(try decodingFault("16.001", "6162")?.code == .wrongSize)
        #expect(try DatapointType("16").description == "16.001")
    }
}
