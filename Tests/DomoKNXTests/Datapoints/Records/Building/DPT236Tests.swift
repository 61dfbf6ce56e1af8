import DomoKNX
import Testing

struct DPT236Tests {
    static let vectors = [
        // KNX 03/07/02, 3.49, examples 21 and 22: 0001xxxx activates priority 1, 1010xxxx deactivates priority 2.
        RecordVector("236.001", [0x15], "priority 1, mode 5"),
        RecordVector("236.001", [0xA0], "priority 2, mode 0, deactivated"),
        RecordVector("236.001", [0xFF], "priority 7, mode 15, deactivated"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }
}
