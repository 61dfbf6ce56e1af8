import DomoKNX
import Testing

struct DPT250Tests {
    static let vectors = [
        // KNX 03/07/02, 6.17.
        RecordVector("250.600", [0x0B, 0x01, 0x03], "colour temperature increase 25 %, brightness decrease 100 %"),
        RecordVector("250.600", [0x00, 0x08, 0x03], "colour temperature decrease stop, brightness increase stop"),
        RecordVector("250.600", [0xFF, 0xFF, 0x01], "brightness increase 1.5625 %", canonical: [0x00, 0x0F, 0x01]),
        RecordVector("250.600", [0x0F, 0x0F, 0xFC], "none", canonical: [0x00, 0x00, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("250.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("brightness 3", .wrongForm),
            ("brightness increase 30 %", .wrongForm),
            ("brightness", .wrongForm),
            ("brightness increase", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func aStepIsADirectionAndACode() throws {
        let type = try #require(DatapointType.known("250.600"))
        #expect(
            try type.decode(.octets([0x0B, 0, 2]))
                == .record([
                    .init(
                        "colour temperature",
                        .record([.init("direction", .bool(true)), .init("step", .integer(3))])
                    ),
                    .init("brightness", nil),
                ])
        )
        #expect(type.encodingFault(.record([.init("brightness", .record([]))])) == .wrongForm)
    }
}
