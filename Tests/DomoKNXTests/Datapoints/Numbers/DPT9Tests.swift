import Testing

@testable import DomoKNX

struct DPT9Tests {
    /// The first ones are common examples in the KNX community; the others are the limits of each exponent.
    @Test(arguments: [
        Vector("9.001", "0C1A", .real(21), "21"), Vector("9.001", "0C33", .real(21.5), "21.5"),
        Vector("9.001", "8A24", .real(-30), "-30"), Vector("9.001", "0000", .real(0), "0"),
        Vector("9.001", "0001", .real(0.01), "0.01"), Vector("9.001", "87FF", .real(-0.01), "-0.01"),
        Vector("9.001", "07FF", .real(20.47), "20.47"), Vector("9.001", "0C00", .real(20.48), "20.48"),
        Vector("9.001", "8000", .real(-20.48), "-20.48"), Vector("9.001", "8BFF", .real(-20.5), "-20.5"),
        Vector("9.004", "6464", .real(46039.04), "46039.04"), Vector("9.004", "7FFE", .real(670433.28), "670433.28"),
        Vector("9.002", "F800", .real(-671088.64), "-671088.64"), Vector("9.007", "1500", .real(51.2), "51.2"),
    ])
    func aNumberIsMantissaAndExponent(vector: Vector) throws { try vector.check() }

    @Test func all7FFFIsNoValue() throws {
        for type in DatapointType.all where type.main == 9 {
            #expect(try decodingFault(type.description, "7FFF")?.code == .noValue)
        }
    }

    @Test func everyEncodingOfZeroIsZero() throws {
        let type = try DatapointType("9.001")
        for exponent in UInt8(0)..<16 {
            #expect(try type.decode(.octets([exponent << 3, 0])) == .real(0))
        }
        #expect(try type.encode(.real(-0.0)) == .octets([0, 0]))
        #expect(try type.encode(.real(-0.004)) == .octets([0, 0]))
    }

    /// The canonical encoding has the smallest exponent; each number has one.
    @Test func oneEncodingOfEachNumberIsCanonical() throws {
        let type = try DatapointType("9.002")
        var canonical = 0
        for raw in UInt16.min...UInt16.max where raw != 0x7FFF {
            let payload = Payload.octets([UInt8(raw >> 8), UInt8(raw & 0xFF)])
            let value = try type.decode(payload)
            let encoded = try type.encode(value)
            #expect(try type.decode(encoded) == value)
            let mantissa = Int(raw & 0x7FF) - (raw & 0x8000 == 0 ? 0 : 2048)
            if raw & 0x7800 == 0 || mantissa > 1023 || mantissa < -1024 {
                #expect(encoded == payload)
                canonical += 1
            } else {
                #expect(encoded != payload)
            }
        }
        // 4096 of exponent 0, then 1024 above and 1024 below for each of 15, without 7FFF.
        #expect(canonical == 4096 + 15 * 2048 - 1)
    }

    @Test(arguments: [
        ("9.001", -273.0, 670433.28), ("9.002", -671088.64, 670433.28), ("9.003", -671088.64, 670433.28),
        ("9.004", 0, 670433.28), ("9.005", 0, 670433.28), ("9.006", 0, 670433.28), ("9.007", 0, 670433.28),
        ("9.008", 0, 670433.28), ("9.009", -671088.64, 670433.28), ("9.010", -671088.64, 670433.28),
        ("9.011", -671088.64, 670433.28), ("9.020", -671088.64, 670433.28), ("9.021", -671088.64, 670433.28),
        ("9.022", -671088.64, 670433.28), ("9.023", -671088.64, 670433.28), ("9.024", -671088.64, 670433.28),
        ("9.025", -671088.64, 670433.28), ("9.026", -671088.64, 670433.28), ("9.027", -459.6, 670433.28),
        ("9.028", 0, 670433.28), ("9.029", 0, 670433.28), ("9.030", 0, 670433.28),
    ])
    func aNumberOutsideTheRangeIsRefused(type: String, lowest: Double, highest: Double) throws {
        let type = try DatapointType(type)
        for end in [lowest, highest] {
            _ = try type.decode(type.encode(.real(end)))
        }
        for beyond in [lowest - 0.01, highest + 0.01, .infinity, -.infinity, .nan, 1e300] {
            #expect(try encodingFault(type.description, .real(beyond))?.code == .outOfRange)
        }
        #expect(type.subtype.range == lowest...highest)
    }

    @Test func dataBelowTheRangeIsAFault() throws {
        let fault = try decodingFault("9.001", "A155")
        #expect(fault?.code == .outOfRange)
        #expect(fault?.hint == "the range is -273…670433.28 °C")
        #expect(try decodingFault("9.004", "87FF")?.code == .outOfRange)
    }

    /// Half away from zero, at the resolution of the exponent. xknx encodes 20.474 as 20.48, since it chooses the
    /// exponent before rounding; 20.47 is nearer.
    @Test(arguments: [
        (21.485, "0C32"), (20.474, "07FF"), (20.475, "0C00"), (-20.484, "8000"), (-20.485, "8000"), (-20.49, "8BFF"),
        (0.005, "0001"),
        (-0.005, "87FF"), (0.0049, "0000"), (100.01, "1CE2"),
    ])
    func aNumberIsRoundedToTheNearest(number: Double, hex: String) throws {
        #expect(try DatapointType("9.001").encode(.real(number)) == Payload(hex: hex))
    }

    @Test func numberIsReadInSeveralSpellings() throws {
        let type = try DatapointType("9.001")
        for text in ["21", "21 °C", "21.0", "+21C", "21.00 °c"] {
            #expect(try type.value(of: text) == .real(21))
        }
        #expect(try type.encode(.integer(21)) == Payload(hex: "0C1A"))
        #expect(try readingFault("9.001", "21,5 °C")?.hint == "write 21.5 °C")
        #expect(try readingFault("9.001", "-274")?.code == .outOfRange)
        #expect(try encodingFault("9.001", .text("21"))?.code == .wrongForm)
    }
}
