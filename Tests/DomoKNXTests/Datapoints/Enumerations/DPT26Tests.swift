import DomoKNX
import Testing

struct DPT26Tests {
    static let vectors = [
        // KNX 03/07/02, 3.25: active is 0, scene 0 is shown as 1.
        RecordVector("26.001", [0x00], "scene 1, active"),
        RecordVector("26.001", [0x7F], "scene 64"),
        RecordVector("26.001", [0x84], "scene 5, active", canonical: [0x04]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
