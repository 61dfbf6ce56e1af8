import DomoKNX
import Testing

struct DPT19Tests {
    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("19.001"))
        let data: [[UInt8]] = [
            [0x7E, 0x00, 0x16, 0x00, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x0D, 0x16, 0x00, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x1F, 0x00, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x02, 0x1D, 0x00, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x16, 0x19, 0x00, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x16, 0x18, 0x01, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x16, 0x18, 0x00, 0x01, 0x24, 0x00],
            [0x7E, 0x0B, 0x16, 0x00, 0x3C, 0x00, 0x24, 0x00],
            [0x7E, 0x0B, 0x16, 0x00, 0x00, 0x3C, 0x24, 0x00],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("19.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("", .wrongForm),
            ("2026-11-22 24:00:01", .outOfRange),
            ("2026-02-29", .outOfRange),
            ("1899-12-31", .outOfRange),
            ("2156-01-01", .outOfRange),
            ("12:30:00 2026-11-22", .wrongForm),
            ("2026-11-22, 12:30:00", .wrongForm),
            ("2026-11-22, fault, fault", .wrongForm),
            ("2026-11-22, working day, holiday", .wrongForm),
            ("2026-11-22 12:30:00 x", .wrongForm),
            ("-11-22", .wrongForm),
            ("--02-30", .outOfRange),
            ("none, fault", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func partsAreInvalidTogether() throws {
        let type = try #require(DatapointType.known("19.001"))
        let value = try type.value(of: "2026-11-22 12:30:00")
        for (name, code) in [("month", DatapointFault.Code.wrongForm), ("day", .wrongForm), ("minute", .wrongForm)] {
            #expect(type.encodingFault(value.changed(name, to: nil)) == code, "\(name)")
        }
        #expect(type.encodingFault(value.changed("weekday", to: .integer(8))) == .outOfRange)
        #expect(type.encodingFault(value.changed("year", to: nil)) == nil)
    }

    @Test func faultFlagIsShownWithTheParts() throws {
        let type = try #require(DatapointType.known("19.001"))
        let value = try type.decode(.octets([0x7E, 0x0B, 0x16, 0xEC, 0x1E, 0x00, 0xA0, 0x00]))
        #expect(value.field("fault") == .bool(true))
        #expect(value.field("working day") == nil)
        #expect(value.field("hour") == .integer(12))
    }
}
