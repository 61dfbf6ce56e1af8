import DomoKNX
import Testing

struct DPT232Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("232.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("ff8000", .wrongForm),
            ("#ff800", .wrongForm),
            ("#ff80000", .wrongForm),
            ("#ff800g", .wrongForm),
            ("#--8000", .wrongForm),
            ("", .wrongForm),
            ("#ff800é", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func partsAreNumbersUpTo255() throws {
        let type = try #require(DatapointType.known("232.600"))
        let value = try type.value(of: "#FF8000")
        #expect(value == .integers(["red": 255, "green": 128, "blue": 0]))
        #expect(type.encodingFault(value.changed("red", to: .integer(256))) == .outOfRange)
        #expect(type.encodingFault(value.changed("red", to: nil)) == .wrongForm)
    }
}
