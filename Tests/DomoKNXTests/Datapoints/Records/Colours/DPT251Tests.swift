import DomoKNX
import Testing

struct DPT251Tests {
    static let vectors = [
        // KNX 03/07/02, 6.18: the last four bits are the validity.
        RecordVector("251.600", [0xFF, 0x80, 0x00, 0x40, 0x00, 0x0F], "#ff800040"),
        RecordVector(
            "251.600",
            [0xFF, 0x80, 0x00, 0x40, 0x00, 0x0E],
            "#ff8000--",
            canonical: [0xFF, 0x80, 0x00, 0x00, 0x00, 0x0E]
        ),
        RecordVector(
            "251.600",
            [0xFF, 0x80, 0x00, 0x40, 0xFF, 0xF1],
            "#------40",
            canonical: [0x00, 0x00, 0x00, 0x40, 0x00, 0x01]
        ),
        RecordVector("251.600", [0x00, 0x00, 0x00, 0x00, 0x00, 0x00], "#--------"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
