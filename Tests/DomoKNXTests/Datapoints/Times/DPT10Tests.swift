import DomoKNX
import Testing

struct DPT10Tests {
    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("10.001"))
        let data: [[UInt8]] = [
            [0x18, 0x00, 0x00],
            [0x1F, 0x00, 0x00],
            [0x00, 0x3C, 0x00],
            [0x00, 0x00, 0x3C],
            [0xF8, 0x00, 0x00],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("10.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("", .wrongForm),
            ("12", .wrongForm),
            ("12:3", .wrongForm),
            ("24:00:00", .outOfRange),
            ("12:60", .outOfRange),
            ("12:00:60", .outOfRange),
            ("Xyz 12:00:00", .wrongForm),
            ("Mon", .wrongForm),
            ("Mon Tue", .wrongForm),
            ("12:00:00 Mon", .wrongForm),
            ("-1:00:00", .wrongForm),
            ("12:00:00:00", .wrongForm),
            ("١٢:٠٠", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    @Test func secondsMayBeOmittedAndTheDayWrittenInFull() throws {
        let type = try #require(DatapointType.known("10.001"))
        #expect(try type.encode(type.value(of: "7:05")) == .octets([0x07, 0x05, 0x00]))
        #expect(try type.encode(type.value(of: "sunday 23:59")) == .octets([0xF7, 0x3B, 0x00]))
    }

    @Test func noDayHasNoWeekday() throws {
        let type = try #require(DatapointType.known("10.001"))
        let value = try type.decode(.octets([0x0C, 0x1E, 0x00]))
        #expect(value == .integers(["weekday": nil, "hour": 12, "minute": 30, "second": 0]))
        #expect(type.encodingFault(value.changed("weekday", to: .integer(0))) == .outOfRange)
        #expect(type.encodingFault(value.changed("weekday", to: .integer(8))) == .outOfRange)
        #expect(type.encodingFault(value.changed("hour", to: nil)) == .wrongForm)
    }
}
