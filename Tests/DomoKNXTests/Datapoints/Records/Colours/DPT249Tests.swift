import DomoKNX
import Testing

struct DPT249Tests {
    static let vectors = [
        // KNX 03/07/02, 6.16.
        RecordVector("249.600", [0x00, 0x19, 0x0C, 0x80, 0x66, 0x07], "brightness 40 %, 3200 K, 2.5 s"),
        RecordVector(
            "249.600",
            [0x00, 0x19, 0x0C, 0x80, 0x66, 0x01],
            "brightness 40 %",
            canonical: [0x00, 0x00, 0x00, 0x00, 0x66, 0x01]
        ),
        RecordVector(
            "249.600",
            [0x00, 0x19, 0x0C, 0x80, 0x66, 0x02],
            "3200 K",
            canonical: [0x00, 0x00, 0x0C, 0x80, 0x00, 0x02]
        ),
        RecordVector(
            "249.600",
            [0x00, 0x19, 0x0C, 0x80, 0x66, 0xFC],
            "2.5 s",
            canonical: [0x00, 0x19, 0x00, 0x00, 0x00, 0x04]
        ),
        RecordVector("249.600", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x07], "brightness 100 %, 65535 K, 6553.5 s"),
        RecordVector("249.600", [0x00, 0x00, 0x00, 0x00, 0x00, 0x00], "none"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
