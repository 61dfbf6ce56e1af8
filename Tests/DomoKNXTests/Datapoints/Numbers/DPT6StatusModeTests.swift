import DomoKNX
import Testing

struct DPT6StatusModeTests {
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
