import DomoKNX
import Testing

struct DPT27Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("27.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("output 1", .wrongForm),
            ("output 17 on", .wrongForm),
            ("output 1 on, output 1 off", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
