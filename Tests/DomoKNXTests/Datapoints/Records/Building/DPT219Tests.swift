import DomoKNX
import Testing

struct DPT219Tests {
    static let vectors = [
        // KNX 03/07/02, 3.29.
        RecordVector(
            "219.001",
            [0x07, 0x00, 0x14, 0x04, 0x01, 0x01],
            "log number 7, priority high, area lighting, error class 4, acknowledge supported, in alarm"
        ),
        RecordVector(
            "219.001",
            [0xFF, 0x03, 0x28, 0x00, 0x0F, 0x07],
            "log number 255, priority void, area load management, error class 0, error code supported, alarm text supported, timestamp supported, acknowledge supported, locked, alarm unacknowledged, in alarm"
        ),
        RecordVector(
            "219.001",
            [0x00, 0x07, 0x09, 0xFF, 0xF0, 0xF8],
            "log number 0, priority 7, area 9, error class 255",
            canonical: [0x00, 0x07, 0x09, 0xFF, 0x00, 0x00]
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
