import DomoKNX
import Testing

struct DPT11Tests {
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
