import DomoKNX
import Testing

struct DPT15Tests {
    static let vectors = [
        // KNX 03/07/02, examples 6 and 7.
        RecordVector("15.000", [0x12, 0x34, 0x56, 0x4D], "code 123456, accepted, index 13"),
        RecordVector("15.000", [0x00, 0x67, 0x89, 0x0E], "code 6789, index 14"),
        RecordVector(
            "15.000",
            [0x99, 0x99, 0x99, 0xFF],
            "code 999999, detection error, accepted, right to left, encrypted, index 15"
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("15.000"))
        let data: [[UInt8]] = [
            [0xA0, 0x00, 0x00, 0x00],
            [0x00, 0x00, 0x0A, 0x00],
            [0x00, 0xF0, 0x00, 0x00],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("15.000"))
        let texts: [(String, DatapointFault.Code)] = [
            ("code 1000000, index 0", .outOfRange),
            ("code 1", .wrongForm),
            ("accepted", .wrongForm),
            ("code 1, index 16", .outOfRange),
            ("code 1, index 1, code 1", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
