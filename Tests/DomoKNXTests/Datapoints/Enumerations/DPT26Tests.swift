import DomoKNX
import Testing

struct DPT26Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("26.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("scene 0", .outOfRange),
            ("scene 65", .outOfRange),
            ("active", .wrongForm),
            ("scene", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
