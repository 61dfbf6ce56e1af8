import DomoKNX
import Testing

struct DPT15Tests {
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
