import DomoKNX
import Testing

struct DPT230Tests {
    static let vectors = [
        // KNX 03/07/02, 8.6.
        RecordVector(
            "230.1000",
            [0x2C, 0x2D, 0x12, 0x34, 0x56, 0x78, 0x01, 0x07],
            "manufacturer 11309, identification 305419896, version 1, medium water"
        ),
        RecordVector(
            "230.1000",
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            "manufacturer 65535, identification 4294967295, version 255, medium 255"
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
