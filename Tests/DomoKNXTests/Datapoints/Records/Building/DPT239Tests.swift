import DomoKNX
import Testing

struct DPT239Tests {
    static let vectors = [
        // KNX 03/07/02, 3.51.
        RecordVector("239.001", [0xFF, 0x01], "level 100 %, active"),
        RecordVector("239.001", [0x01, 0xFE], "level 0.4 %", canonical: [0x01, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
