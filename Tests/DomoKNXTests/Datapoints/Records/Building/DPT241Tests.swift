import DomoKNX
import Testing

struct DPT241Tests {
    static let vectors = [
        // KNX 03/07/02, 7.4: bit 0 is the upper end, bits 14 and 15 are the validity of height and slats.
        RecordVector("241.800", [0x00, 0x00, 0xC0, 0x09], "height 0 %, slats 0 %, target reached, upper end"),
        RecordVector(
            "241.800",
            [0xFF, 0x80, 0x44, 0x42],
            "height 100 %, failure, weather alarm, lower end",
            canonical: [0xFF, 0x00, 0x44, 0x42]
        ),
        RecordVector(
            "241.800",
            [0x00, 0x00, 0x03, 0xB4],
            "local override, locked, forced, slats restricted, height restricted, lower predefined position"
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
