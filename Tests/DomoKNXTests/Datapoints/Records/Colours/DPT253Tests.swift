import DomoKNX
import Testing

struct DPT253Tests {
    static let vectors = [
        // KNX 03/07/02, 6.20.
        RecordVector(
            "253.600",
            [0x0B, 0x01, 0x00, 0x07],
            "saturation increase 25 %, colour decrease 100 %, brightness decrease stop"
        ),
        RecordVector(
            "253.600",
            [0x0B, 0x01, 0x0C, 0x01],
            "brightness increase 12.5 %",
            canonical: [0x00, 0x00, 0x0C, 0x01]
        ),
        RecordVector("253.600", [0x00, 0x00, 0x00, 0xF8], "none", canonical: [0x00, 0x00, 0x00, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
