import DomoKNX
import Testing

struct DPT238Tests {
    static let vectors = [
        // KNX 03/07/02, 3.50: both bits mean yes if 0.
        RecordVector("238.001", [0x04], "scene 5, active, storage enabled"),
        RecordVector("238.001", [0xFF], "scene 64"),
        RecordVector("238.001", [0x40], "scene 1, storage enabled"),
        // 6.8.
        RecordVector("238.600", [0x45], "address 5, lamp failure"),
        RecordVector("238.600", [0xBF], "address 63, ballast failure"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
