import DomoKNX
import Testing

struct DPT225Tests {
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
