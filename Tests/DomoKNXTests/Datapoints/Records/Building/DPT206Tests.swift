import DomoKNX
import Testing

struct DPT206Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("206.100"))
        let texts: [(String, DatapointFault.Code)] = [
            ("mode comfort", .wrongForm),
            ("mode warm, delay 1 min", .wrongForm),
            ("mode 256, delay 1 min", .outOfRange),
            ("mode comfort, delay 65536 min", .outOfRange),
            ("mode comfort, delay 1 s", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func unitMayBeOmitted() throws {
        let type = try #require(DatapointType.known("206.100"))
        #expect(try type.encode(type.value(of: "delay 30, mode comfort")) == .octets([0x00, 0x1E, 0x01]))
    }
}
