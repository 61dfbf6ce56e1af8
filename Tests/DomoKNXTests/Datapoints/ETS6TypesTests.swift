import Testing

@testable import DomoKNX

struct ETS6TypesTests {
    @Test(arguments: [
        Vector("24.001", "53616CF36E00", .text("Salón"), "Salón"), Vector("24.001", "00", .text(""), ""),
        Vector("234.001", "6573", .text("es"), "es"),
        Vector("285.001", "20010DB8000000000000000000000001", .text("2001:db8:0:0:0:0:0:1"), "2001:db8:0:0:0:0:0:1"),
        Vector("9.031", "0064", .real(1), "1"), Vector("20.116", "03", .integer(3), "both stages"),
        Vector("20.1219", "02", .integer(2), "ready charging"), Vector("20.1220", "09", .integer(9), "faulted"),
        Vector("20.1221", "06", .integer(6), "no error"),
    ])
    func typesOfTheETS6MasterData(vector: Vector) throws { try vector.check() }

    @Test func textEndsAtTheFirstZeroOrWithTheData() throws {
        let type = try DatapointType("24.001")
        #expect(try type.decode(Payload(hex: "616200FF")) == .text("ab"))
        #expect(try type.decode(Payload(hex: "6162")) == .text("ab"))
        #expect(try type.decode(.octets([])) == .text(""))
        let longest = String(repeating: "x", count: 252)
        #expect(try type.decode(type.encode(.text(longest))) == .text(longest))
        #expect(try encodingFault("24.001", .text(longest + "x"))?.code == .outOfRange)
        #expect(try encodingFault("24.001", .text("5 €"))?.code == .wrongForm)
    }

    @Test(arguments: [
        ("2001:db8::1", true), ("::", true), ("::1", true), ("1:2:3:4:5:6:7:8", true), ("1::2::3", false),
        ("1:2", false),
        ("1:2:3:4:5:6:7:8:9", false), ("g::", false), ("12345::", false), ("+1::", false), ("", false), (":::", false),
    ])
    func addressMayBeShortened(text: String, isValid: Bool) throws {
        #expect((try readingFault("285.001", text) == nil) == isValid)
    }

    @Test func languageCodeIsTwoLetters() throws {
        #expect(try decodingFault("234.001", "6500")?.code == .invalid)
        for text in ["", "e", "esp", "é", "e1"] {
            #expect(try encodingFault("234.001", .text(text))?.code == .wrongForm, "\(text)")
        }
    }
}
