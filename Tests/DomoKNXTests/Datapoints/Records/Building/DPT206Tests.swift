import DomoKNX
import Testing

struct DPT206Tests {
    static let vectors = [
        // KNX 03/07/02, 4.12.
        RecordVector("206.100", [0x00, 0x1E, 0x01], "mode comfort, delay 30 min"),
        RecordVector("206.100", [0xFF, 0xFF, 0x04], "mode building protection, delay 65535 min"),
        RecordVector("206.102", [0x00, 0x00, 0x04], "mode off/frost protection, delay 0 min"),
        RecordVector("206.104", [0x00, 0x05, 0x02], "mode not occupied, delay 5 min"),
        RecordVector("206.105", [0x00, 0x05, 0x01], "mode building not used, delay 5 min"),
        // A code without a word.
        RecordVector("206.100", [0x00, 0x00, 0x63], "mode 99, delay 0 min"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
