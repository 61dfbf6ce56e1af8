import DomoKNX
import Testing

struct DPT250Tests {
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
