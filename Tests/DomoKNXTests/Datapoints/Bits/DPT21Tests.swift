import DomoKNX
import Testing

struct DPT21Tests {
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
