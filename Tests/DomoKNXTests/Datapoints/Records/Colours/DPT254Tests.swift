import DomoKNX
import Testing

struct DPT254Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("254.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("red increase 25 %, green decrease 50 %", .wrongForm),
            ("none", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
