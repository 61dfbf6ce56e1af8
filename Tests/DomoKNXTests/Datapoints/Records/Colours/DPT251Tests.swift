import DomoKNX
import Testing

struct DPT251Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("251.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("#ff8000", .wrongForm),
            ("#-f800040", .wrongForm),
            ("#ff80004g", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
