import DomoKNX
import Testing

struct DPT242Tests {
    static let vectors = [
        // xknx 4.0.0, test_dpt_242.py.
        RecordVector("242.600", [0x00, 0x00, 0x00, 0x00, 0x00, 0x03], "x 0, y 0, brightness 0 %"),
        RecordVector("242.600", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x03], "x 1, y 1, brightness 100 %"),
        RecordVector("242.600", [0x50, 0x0D, 0x54, 0x3B, 0x66, 0x03], "x 0.3127, y 0.32903, brightness 40 %"),
        RecordVector(
            "242.600",
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            "x 1, y 1",
            canonical: [0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x02]
        ),
        RecordVector(
            "242.600",
            [0xFF, 0xFF, 0xFF, 0xFF, 0x66, 0xFD],
            "brightness 40 %",
            canonical: [0x00, 0x00, 0x00, 0x00, 0x66, 0x01]
        ),
        RecordVector("242.600", [0x00, 0x00, 0x00, 0x00, 0x00, 0x00], "none"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
