import DomoKNX
import Testing

struct DPT25Tests {
    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("25.1000"))
        let data: [[UInt8]] = [
            [0x40],
            [0x04],
            [0xFF],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("25.1000"))
        let texts: [(String, DatapointFault.Code)] = [
            ("busy 4, nak 0", .outOfRange),
            ("busy 1", .wrongForm),
            ("busy -1, nak 0", .outOfRange),
            ("busy x, nak 0", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }
}
