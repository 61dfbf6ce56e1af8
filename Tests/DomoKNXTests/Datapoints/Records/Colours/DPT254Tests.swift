import DomoKNX
import Testing

struct DPT254Tests {
    static let vectors = [
        // KNX 03/07/02, 6.21.
        RecordVector("254.600", [0x0B, 0x01, 0x00], "red increase 25 %, green decrease 100 %, blue decrease stop"),
        RecordVector(
            "254.600",
            [0xFF, 0xF0, 0x08],
            "red increase 1.5625 %, green decrease stop, blue increase stop",
            canonical: [0x0F, 0x00, 0x08]
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("254.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("red increase 25 %, green decrease 50 %", .wrongForm),
            ("none", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
