import DomoKNX
import Testing

struct DPT225Tests {
    static let vectors = [
        // KNX 03/07/02, 3.44.1, examples: 25 %/s; 6.25 %/s below 75 %; 12.5 %/s above.
        RecordVector("225.001", [0x00, 0x28, 0xFF], "level 100 %, time 4 s"),
        RecordVector("225.001", [0x00, 0x78, 0xC0], "level 75.3 %, time 12 s"),
        RecordVector("225.001", [0x00, 0x14, 0xFF], "level 100 %, time 2 s"),
        // 3.44.2, examples.
        RecordVector("225.002", [0x00, 0x0F, 0xFF], "level 100 %, time 15 ms"),
        RecordVector("225.002", [0x00, 0x3E, 0xC0], "level 75.3 %, time 62 ms"),
        RecordVector("225.002", [0x00, 0x1F, 0xFF], "level 100 %, time 31 ms"),
        // 3.44.3: 0 and 0 is unspecified.
        RecordVector("225.003", [0x00, 0x00, 0x00], "tariff 0, delay 0 min"),
        RecordVector("225.003", [0xFF, 0xFF, 0xFE], "tariff 254, delay 65535 min"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("225.003"))
        let data: [[UInt8]] = [
            [0x00, 0x00, 0xFF]
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("225.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("level 100.1 %, time 1 s", .outOfRange),
            ("level -1 %, time 1 s", .outOfRange),
            ("level 50 %, time 6553.6 s", .outOfRange),
            ("level 50 %", .wrongForm),
            ("level 50,5 %, time 1 s", .wrongForm),
            ("level 1e1 %, time 1 s", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
