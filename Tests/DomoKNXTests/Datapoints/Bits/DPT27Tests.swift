import DomoKNX
import Testing

struct DPT27Tests {
    static let vectors = [
        // KNX 03/07/02, 3.26: bit 0 is output 1, bit 16 is its validity.
        RecordVector("27.001", [0x00, 0x01, 0x00, 0x01], "output 1 on"),
        RecordVector("27.001", [0x80, 0x01, 0x00, 0x01], "output 1 on, output 16 off"),
        RecordVector("27.001", [0x00, 0x00, 0x00, 0x00], "none"),
        RecordVector("27.001", [0x00, 0x02, 0xFF, 0xFD], "output 2 off", canonical: [0x00, 0x02, 0x00, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
