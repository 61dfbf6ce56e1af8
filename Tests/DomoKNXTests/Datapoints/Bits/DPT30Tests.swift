import DomoKNX
import Testing

struct DPT30Tests {
    static let vectors = [
        // KNX 03/07/02, 8.5.1: bit n is channel n + 1.
        RecordVector("30.1010", [0x80, 0x00, 0x01], "channel 1, channel 24"),
        RecordVector("30.1010", [0x00, 0x01, 0x00], "channel 9"),
        RecordVector("30.1010", [0x00, 0x00, 0x00], "none"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
