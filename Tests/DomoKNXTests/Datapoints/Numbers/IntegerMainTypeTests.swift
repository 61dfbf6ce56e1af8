import Testing

@testable import DomoKNX

struct IntegerMainTypeTests {
    @Test(arguments: [
        Vector("6.001", "80", .integer(-128), "-128"), Vector("6.001", "7F", .integer(127), "127"),
        Vector("6.010", "FF", .integer(-1), "-1"),
        Vector("7.001", "0000", .integer(0), "0"), Vector("7.001", "FFFF", .integer(65535), "65535"),
        Vector("7.003", "0001", .integer(10), "10"), Vector("7.003", "FFFF", .integer(655_350), "655350"),
        Vector("7.004", "FFFF", .integer(6_553_500), "6553500"), Vector("7.600", "0A8C", .integer(2700), "2700"),
        Vector("8.001", "8000", .integer(-32768), "-32768"), Vector("8.001", "7FFF", .integer(32767), "32767"),
        Vector("8.003", "FFFF", .integer(-10), "-10"), Vector("8.004", "8000", .integer(-3_276_800), "-3276800"),
        Vector("8.010", "0001", .real(0.01), "0.01"), Vector("8.010", "FFFF", .real(-0.01), "-0.01"),
        Vector("8.010", "7FFF", .real(327.67), "327.67"), Vector("8.010", "8000", .real(-327.68), "-327.68"),
        Vector("8.010", "0A88", .real(26.96), "26.96"), Vector("8.012", "FFFE", .integer(-2), "-2"),
        Vector("12.001", "00000000", .integer(0), "0"),
        Vector("12.001", "FFFFFFFF", .integer(4_294_967_295), "4294967295"),
        Vector("13.001", "80000000", .integer(-2_147_483_648), "-2147483648"),
        Vector("13.010", "7FFFFFFF", .integer(2_147_483_647), "2147483647"),
        Vector("29.010", "8000000000000000", .integer(.min), "-9223372036854775808"),
        Vector("29.010", "7FFFFFFFFFFFFFFF", .integer(.max), "9223372036854775807"),
        Vector("29.012", "FFFFFFFFFFFFFFFF", .integer(-1), "-1"),
    ])
    func aWholeNumberHasItsOctets(vector: Vector) throws { try vector.check() }

    @Test(arguments: [
        ("6.010", DatapointValue.integer(-129), "the range is -128…127 pulses"),
        ("6.010", .integer(128), "the range is -128…127 pulses"),
        ("7.001", .integer(-1), "the range is 0…65535 pulses"),
        ("7.001", .integer(65536), "the range is 0…65535 pulses"),
        ("7.003", .integer(655_351), "the range is 0…655350 ms"),
        ("7.001", .real(65535.4), "the range is 0…65535 pulses"), ("7.001", .real(.nan), "the range is 0…65535 pulses"),
        ("8.001", .integer(.min), "the range is -32768…32767 pulses"),
        ("8.010", .real(327.68), "the range is -327.68…327.67 %"),
        ("8.010", .integer(-328), "the range is -327.68…327.67 %"),
        ("12.001", .integer(4_294_967_296), "the range is 0…4294967295 pulses"),
        ("12.001", .real(.infinity), "the range is 0…4294967295 pulses"),
        ("13.001", .real(-2_147_483_648.6), "the range is -2147483648…2147483647 pulses"),
        ("29.010", .real(9_223_372_036_854_775_808), "the range is -9223372036854775808…9223372036854775807 Wh"),
        ("29.010", .real(1e300), "the range is -9223372036854775808…9223372036854775807 Wh"),
    ])
    func aNumberOutsideTheRangeIsRefused(type: String, value: DatapointValue, hint: String) throws {
        let fault = try encodingFault(type, value)
        #expect(fault?.code == .outOfRange)
        #expect(fault?.hint == hint)
    }

    /// Half away from zero.
    @Test(arguments: [
        ("7.001", DatapointValue.real(20.5), "0015"), ("7.001", .real(20.49), "0014"), ("8.001", .real(-20.5), "FFEB"),
        ("7.003", .integer(14), "0001"), ("7.003", .integer(15), "0002"), ("8.003", .integer(-15), "FFFE"),
        ("8.003", .integer(-14), "FFFF"), ("8.010", .real(0.005), "0001"), ("8.010", .real(-1.005), "FF9B"),
        ("8.010", .integer(1), "0064"), ("8.003", .real(24.9), "0002"),
    ])
    func aNumberIsRoundedToTheResolution(type: String, value: DatapointValue, hex: String) throws {
        #expect(try DatapointType(type).encode(value) == Payload(hex: hex))
    }

    @Test(arguments: [
        ("7.005", "90 s", DatapointValue.integer(90)), ("7.003", "20ms", .integer(20)), ("12.1200", "5 l", .integer(5)),
        ("13.013", "-4 kWh", .integer(-4)), ("8.010", "3", .real(3)), ("7.013", "500 lux", .integer(500)),
        ("29.010", "9223372036854775807", .integer(.max)),
    ])
    func aNumberIsReadWithItsUnit(type: String, text: String, value: DatapointValue) throws {
        #expect(try DatapointType(type).value(of: text) == value)
    }

    @Test func otherFormsAreRefused() throws {
        #expect(try encodingFault("7.001", .text("5"))?.code == .wrongForm)
        #expect(try encodingFault("7.001", .bool(true))?.code == .wrongForm)
        #expect(try readingFault("7.005", "21,5 s")?.hint == "write 21.5 s")
        #expect(try readingFault("7.005", "5 min")?.hint == "the unit is s")
        #expect(try readingFault("7.005", "65536")?.code == .outOfRange)
        #expect(try readingFault("29.010", "9223372036854775808")?.code == .outOfRange)
        for hex in ["", "00", "000000", "b0"] {
            #expect(try decodingFault("7.001", hex)?.code == .wrongSize)
        }
    }
}
