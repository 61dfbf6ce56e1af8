import DomoKNX
import Testing

struct DPT243Tests {
    static let vectors = [
        // The order x, y is that of xknx 4.0.0, test_dpt_243.py.
        RecordVector(
            "243.600",
            [0x00, 0x19, 0x50, 0x0D, 0x54, 0x3B, 0x66, 0x03],
            "x 0.3127, y 0.32903, brightness 40 %, 2.5 s"
        ),
        RecordVector("243.600", [0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0x66, 0x01], "brightness 40 %, 6553.5 s"),
        RecordVector("243.600", [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], "0 s"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("243.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("brightness 40 %", .wrongForm),
            ("brightness 40 %, 6553.6 s", .outOfRange),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
