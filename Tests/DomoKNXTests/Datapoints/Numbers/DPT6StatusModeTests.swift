import DomoKNX
import Testing

struct DPT6StatusModeTests {
    static let vectors = [
        // KNX 03/07/02, 3.7: a status bit is set when it is 0.
        RecordVector("6.020", [0b00000_001], "A, B, C, D, E, mode 0"), RecordVector("6.020", [0b11111_010], "mode 1"),
        RecordVector("6.020", [0b01111_100], "A, mode 2"), RecordVector("6.020", [0b11110_001], "E, mode 0"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func exactlyOneModeIsActive() throws {
        let type = try #require(DatapointType.known("6.020"))
        for octet in UInt8.min...UInt8.max {
            let isMode = [1, 2, 4].contains(octet & 7)
            #expect(type.decodingFault(.octets([octet])) == (isMode ? nil : .invalid), "\(octet)")
        }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("6.020"))
        let texts: [(String, DatapointFault.Code)] = [
            ("mode 3", .outOfRange), ("mode 4", .outOfRange), ("A", .wrongForm), ("F, mode 1", .wrongForm),
            ("", .wrongForm), ("mode", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
