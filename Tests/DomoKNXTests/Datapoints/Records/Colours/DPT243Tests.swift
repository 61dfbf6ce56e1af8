import DomoKNX
import Testing

struct DPT243Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("243.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("brightness 40 %", .wrongForm),
            ("brightness 40 %, 6553.6 s", .outOfRange),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
