import DomoKNX
import Testing

struct DPT249Tests {
    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("249.600"))
        let texts: [(String, DatapointFault.Code)] = [
            ("brightness 40 %, 3200", .wrongForm),
            ("3200 K, 3200 K", .wrongForm),
            ("65536 K", .outOfRange),
            ("3200.5 K", .wrongForm),
            ("2.5", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func invalidPartIsNil() throws {
        let type = try #require(DatapointType.known("249.600"))
        #expect(
            try type.decode(.octets([0, 25, 0x0C, 0x80, 102, 0b101]))
                == .record([
                    .init("time", .real(2.5)), .init("colour temperature", nil), .init("brightness", .real(40)),
                ])
        )
    }

    @Test func partsMayBeReadInAnyOrder() throws {
        let type = try #require(DatapointType.known("249.600"))
        #expect(try type.encode(type.value(of: "2.5 s,brightness 40")) == .octets([0, 25, 0, 0, 102, 0b101]))
    }
}
