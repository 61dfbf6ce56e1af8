import DomoKNX
import Testing

struct DPT240Tests {
    static let vectors = [
        // KNX 03/07/02, 7.2.
        RecordVector("240.800", [0x80, 0xFF, 0x03], "height 50.2 %, slats 100 %"),
        RecordVector("240.800", [0x80, 0xFF, 0x01], "height 50.2 %", canonical: [0x80, 0x00, 0x01]),
        RecordVector("240.800", [0x80, 0xFF, 0x02], "slats 100 %", canonical: [0x00, 0xFF, 0x02]),
        RecordVector("240.800", [0x00, 0x00, 0xFC], "none", canonical: [0x00, 0x00, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
