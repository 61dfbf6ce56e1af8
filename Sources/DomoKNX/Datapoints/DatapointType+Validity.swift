extension DatapointType {
    /// Why a value is not valid according to its own telegram; nil if it is. It is decoded as usual, for those who look at
    /// telegrams, but says nothing about the state of its device.
    ///
    /// Source: KNX 03/07/02: 3.16 (15.000, error of the reader), 3.20 (19.001, fault of the clock), 3.45 with 3.22 (229.001,
    /// status of the meter); the validity bits of 27.001, 207.600, 235.001, 240.800, 241.800, 242.600, 243.600, 249.600, 250.600,
    /// 251.600, 252.600 and 253.600; 0x7FFF in 222.xxx and 275.xxx. A part that is marked as not valid is left out; if all are,
    /// there is no value. Weekday 0 of 10.001 is "no day" beside a valid time, and the flags of 21.xxx, 22.xxx and 219.001
    /// are what is reported.
    public func invalidity(of value: DatapointValue) -> String? {
        guard case .record(let fields) = value else { return nil }
        for name in disqualifyingFlags where fields.contains(where: { $0.name == name && $0.value == .bool(true) }) {
            return "the data is marked as not valid: \(name)"
        }
        let isEmpty = fields.allSatisfy { field in
            // A flag that is not set and the time of a transition say nothing without the value.
            field.value == nil || field.value == .bool(false) || field.name == "time"
        }
        guard isEmpty, fields.contains(where: { $0.value == nil }) else { return nil }
        return "all of the data is marked as not valid"
    }

    private var disqualifyingFlags: [String] {
        switch main {
        case 15: ["detection error"]
        case 19: ["fault"]
        case 229: ["out of service", "fault"]
        default: []
        }
    }
}
