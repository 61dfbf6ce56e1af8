import DomoKNX
import Testing

struct DPT235Tests {
    static let vectors = [
        // KNX 03/07/02, 3.48: a validity bit of 0 means valid.
        RecordVector("235.001", [0x00, 0x00, 0x04, 0xD2, 0x01, 0x00], "1234 Wh, tariff 1"),
        RecordVector("235.001", [0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0x00], "-1 Wh, tariff 254"),
        RecordVector(
            "235.001",
            [0x00, 0x00, 0x04, 0xD2, 0xFF, 0x01],
            "1234 Wh",
            canonical: [0x00, 0x00, 0x04, 0xD2, 0x00, 0x01]
        ),
        RecordVector(
            "235.001",
            [0x12, 0x34, 0x56, 0x78, 0x02, 0x02],
            "tariff 2",
            canonical: [0x00, 0x00, 0x00, 0x00, 0x02, 0x02]
        ),
        RecordVector("235.001", [0x00, 0x00, 0x00, 0x00, 0x00, 0x03], "none"),
        RecordVector(
            "235.001",
            [0x80, 0x00, 0x00, 0x00, 0x00, 0xFC],
            "-2147483648 Wh, tariff 0",
            canonical: [0x80, 0x00, 0x00, 0x00, 0x00, 0x00]
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("235.001"))
        let data: [[UInt8]] = [
            [0x00, 0x00, 0x00, 0x00, 0xFF, 0x00]
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("235.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("2147483648 Wh", .outOfRange),
            ("1234", .wrongForm),
            ("tariff 255", .outOfRange),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
