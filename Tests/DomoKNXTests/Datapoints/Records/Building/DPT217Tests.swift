import DomoKNX
import Testing

struct DPT217Tests {
    static let vectors = [
        // KNX 03/07/02, 3.42: five, five and six bits.
        RecordVector("217.001", [0xFF, 0xFF], "magic 31, version 31, revision 63"),
        RecordVector("217.001", [0x08, 0x83], "magic 1, version 2, revision 3"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
