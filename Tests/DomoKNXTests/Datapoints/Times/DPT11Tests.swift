import DomoKNX
import Testing

struct DPT11Tests {
    static let vectors = [
        // KNX 03/07/02, example 5: 99 is 1999, 0 is 2000, 4 is 2004.
        RecordVector("11.001", [0x01, 0x01, 0x63], "1999-01-01"),
        RecordVector("11.001", [0x01, 0x01, 0x00], "2000-01-01"),
        RecordVector("11.001", [0x01, 0x01, 0x04], "2004-01-01"),
        // xknx 4.0.0, test_dpt_11.py.
        RecordVector("11.001", [0x04, 0x01, 0x02], "2002-01-04"),
        RecordVector("11.001", [0x1F, 0x01, 0x5A], "1990-01-31"),
        RecordVector("11.001", [0x04, 0x0C, 0x59], "2089-12-04"),
        RecordVector("11.001", [0x1D, 0x02, 0x18], "2024-02-29"),
        RecordVector("11.001", [0xF6, 0xFB, 0x9A], "2026-11-22", canonical: [0x16, 0x0B, 0x1A]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("11.001"))
        let data: [[UInt8]] = [
            [0x00, 0x01, 0x00],
            [0x01, 0x00, 0x00],
            [0x01, 0x0D, 0x00],
            [0x01, 0x01, 0x64],
            [0x1D, 0x02, 0x19],
            [0x1F, 0x04, 0x00],
            [0x1E, 0x02, 0x00],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("11.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("2026-1-22", .wrongForm),
            ("22.11.2026", .wrongForm),
            ("26-11-22", .wrongForm),
            ("2026-11-22x", .wrongForm),
            ("1989-12-31", .outOfRange),
            ("2090-01-01", .outOfRange),
            ("2026-13-01", .outOfRange),
            ("2026-00-01", .outOfRange),
            ("2026-02-29", .outOfRange),
            ("2026-11-31", .outOfRange),
            ("", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func dateHasTheFieldsInTheOrderOfTheTelegram() throws {
        let type = try #require(DatapointType.known("11.001"))
        #expect(try type.decode(.octets([22, 11, 26])) == .integers(["day": 22, "month": 11, "year": 2026]))
    }
}
