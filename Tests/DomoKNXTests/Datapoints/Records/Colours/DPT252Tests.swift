import DomoKNX
import Testing

struct DPT252Tests {
    static let vectors = [
        // KNX 03/07/02, 6.19.
        RecordVector(
            "252.600",
            [0x0B, 0x01, 0x00, 0x0F, 0x0F],
            "red increase 25 %, green decrease 100 %, blue decrease stop, white increase 1.5625 %"
        ),
        RecordVector(
            "252.600",
            [0x0B, 0x01, 0x00, 0x0F, 0x08],
            "red increase 25 %",
            canonical: [0x0B, 0x00, 0x00, 0x00, 0x08]
        ),
        RecordVector(
            "252.600",
            [0xFF, 0xFF, 0xFF, 0xFF, 0xF1],
            "white increase 1.5625 %",
            canonical: [0x00, 0x00, 0x00, 0x0F, 0x01]
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
