import DomoKNX
import Testing

struct DPT235Tests {
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
