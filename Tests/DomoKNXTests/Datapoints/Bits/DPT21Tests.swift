import DomoKNX
import Testing

struct DPT21Tests {
    static let vectors = [
        // KNX 03/07/02, 3.22.1: the bits of 21.001.
        RecordVector("21.001", [0x00], "none"),
        RecordVector("21.001", [0x01], "out of service"),
        RecordVector("21.001", [0x02], "fault"),
        RecordVector("21.001", [0x04], "overridden"),
        RecordVector("21.001", [0x08], "in alarm"),
        RecordVector("21.001", [0x10], "alarm unacknowledged"),
        RecordVector("21.001", [0x1F], "out of service, fault, overridden, in alarm, alarm unacknowledged"),
        RecordVector("21.001", [0xE1], "out of service", canonical: [0x01]),
        RecordVector("21.002", [0x05], "user stopped, verify mode"),
        RecordVector("21.100", [0x80], "room heating maximum"),
        RecordVector("21.100", [0x01], "force request"),
        RecordVector("21.102", [0x80], "summer mode"),
        RecordVector("21.103", [0x06], "solar DHW load active, solar load sufficient"),
        RecordVector("21.104", [0x04], "solid"),
        RecordVector("21.105", [0x01], "fault"),
        RecordVector("21.106", [0x0E], "fan active, heat, cool"),
        RecordVector("21.107", [0x01], "window"),
        RecordVector("21.601", [0x60], "lamp failure, overheat"),
        RecordVector("21.1000", [0x01], "asynchronous"),
        RecordVector("21.1001", [0x04], "domain address and serial number"),
        RecordVector("21.1002", [0x01], "security failure"),
        // 8.2.4: bit n is channel n + 1.
        RecordVector("21.1010", [0x81], "channel 1, channel 8"),
        RecordVector("21.1200", [0x80], "contact 7"),
        RecordVector("21.1201", [0x07], "phase 1, phase 2, phase 3"),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("21.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("", .wrongForm),
            ("fault, fault", .wrongForm),
            ("broken", .wrongForm),
            ("none, fault", .wrongForm),
            ("fault,", .wrongForm),
            ("1", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func flagsAreFieldsFromBit0() throws {
        let type = try #require(DatapointType.known("21.001"))
        let value = try type.decode(.octets([0x0A]))
        #expect(
            value
                == .record([
                    .init("out of service", .bool(false)), .init("fault", .bool(true)),
                    .init("overridden", .bool(false)), .init("in alarm", .bool(true)),
                    .init("alarm unacknowledged", .bool(false)),
                ])
        )
        #expect(try type.encode(.record([.init("fault", .bool(true))])) == .octets([2]))
        #expect(type.encodingFault(.record([.init("fault", .integer(1))])) == .wrongForm)
        #expect(type.encodingFault(.record([.init("faults", .bool(true))])) == .wrongForm)
        #expect(type.encodingFault(.integer(1)) == .wrongForm)
    }
}
