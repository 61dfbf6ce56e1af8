import Testing

@testable import DomoKNX

struct DPT14Tests {
    @Test(arguments: [
        Vector("14.056", "00000000", .real(0), "0"), Vector("14.056", "3F800000", .real(1), "1"),
        Vector("14.056", "3DCCCCCD", .real(0.1), "0.1"), Vector("14.068", "C1AC0000", .real(-21.5), "-21.5"),
        Vector("14.027", "43666666", .real(230.4), "230.4"), Vector("14.056", "33D6BF95", .real(1e-7), "0.0000001"),
        Vector("14.000", "7F7FFFFF", .real(3.4028235e38), "3.4028235e+38"),
        Vector("14.000", "FF7FFFFF", .real(-3.4028235e38), "-3.4028235e+38"),
        Vector("14.000", "00000001", .real(1e-45), "1e-45"),
        Vector("14.1200", "4B800000", .real(16_777_216), "16777216"),
        Vector("14.080", "447A0000", .real(1000), "1000"),
    ])
    func aNumberIsInSinglePrecision(vector: Vector) throws { try vector.check() }

    @Test(arguments: ["7F800000", "FF800000", "7FC00000", "7F800001", "FFFFFFFF"])
    func notANumberIsAFault(hex: String) throws {
        #expect(try decodingFault("14.056", hex)?.code == .noValue)
    }

    @Test func minusZeroIsAnEncodingOfZero() throws {
        let type = try DatapointType("14.056")
        #expect(try type.decode(Payload(hex: "80000000")) == .real(0))
        #expect(try type.encode(.real(-0.0)) == Payload(hex: "00000000"))
        #expect(try type.encode(.real(-1e-60)) == Payload(hex: "00000000"))
    }

    @Test func aNumberOutsideSinglePrecisionIsRefused() throws {
        for number in [1e39, -1e39, .infinity, .nan] {
            #expect(try encodingFault("14.056", .real(number))?.code == .outOfRange)
        }
        #expect(try readingFault("14.056", "1e39 W")?.code == .outOfRange)
        #expect(try encodingFault("14.056", .bool(false))?.code == .wrongForm)
    }

    @Test func aNumberIsReadWithItsUnit() throws {
        #expect(try DatapointType("14.060").value(of: "4.7 Ω") == .real(4.7))
        #expect(try DatapointType("14.060").value(of: "4.7 ohm") == .real(4.7))
        #expect(try DatapointType("14.011").value(of: "1e-6 F") == .real(1e-6))
        #expect(try DatapointType("14.056").encode(.integer(.max)) == Payload(hex: "5F000000"))
    }
}
