import DomoKNX
import Testing

struct DPT242Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("242.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("x 0.5", .wrongForm),
            ("x 1.1, y 0", .outOfRange),
            ("x 0.5, y -0.1", .outOfRange),
            ("brightness 40 lx", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
