import DomoKNX
import Testing

struct DPT22Tests {
    static let vectors = [
        // KNX 03/07/02, 4.5.
        RecordVector("22.100", [0x00, 0x01], "fault"),
        RecordVector("22.100", [0x00, 0x80], "temperature optimisation shift active"),
        RecordVector("22.101", [0x01, 0x00], "heating mode"),
        RecordVector("22.101", [0x40, 0x01], "fault, overheat alarm"),
        RecordVector("22.101", [0x80, 0x00], "none", canonical: [0x00, 0x00]),
        RecordVector("22.102", [0x01, 0x01], "current valve position, calibration mode"),
        RecordVector("22.103", [0x01, 0x80], "heating mode enabled, cooling mode enabled"),
        RecordVector("22.1000", [0x00, 0x36], "TP1, PL110, RF, KNX IP"),
        RecordVector("22.1010", [0x80, 0x01], "channel 1, channel 16"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
