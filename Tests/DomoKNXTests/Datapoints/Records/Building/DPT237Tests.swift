import DomoKNX
import Testing

struct DPT237Tests {
    static let vectors = [
        // KNX 03/07/02, 6.7.
        RecordVector("237.600", [0x01, 0x05], "address 5, lamp failure"),
        RecordVector("237.600", [0x06, 0xFF], "address 63, group, read request, ballast failure, converter error"),
        RecordVector("237.600", [0xF8, 0x00], "address 0", canonical: [0x00, 0x00]),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
