import Testing

@testable import DomoKNX

struct DPT5Tests {
    @Test(arguments: [
        Vector("5.001", "00", .real(0), "0"), Vector("5.001", "FF", .real(100), "100"),
        Vector("5.001", "01", .real(100.0 / 255), "0.4"), Vector("5.001", "80", .real(12800.0 / 255), "50"),
        Vector("5.001", "7F", .real(12700.0 / 255), "49.8"), Vector("5.001", "FE", .real(25400.0 / 255), "99.6"),
        Vector("5.003", "00", .real(0), "0"), Vector("5.003", "FF", .real(360), "360"),
        Vector("5.003", "80", .real(46080.0 / 255), "181"), Vector("5.003", "01", .real(360.0 / 255), "1"),
        Vector("5.004", "FF", .integer(255), "255"), Vector("5.005", "C8", .integer(200), "200"),
        Vector("5.006", "FE", .integer(254), "254"), Vector("5.010", "FF", .integer(255), "255"),
        Vector("5.100", "03", .integer(3), "3"),
    ])
    func anOctetHasItsScale(vector: Vector) throws { try vector.check() }

    @Test func textOfAPercentageIsEncodedToTheSameOctet() throws {
        for name in ["5.001", "5.003"] {
            let type = try DatapointType(name)
            var texts: Set<String> = []
            for raw in UInt8.min...UInt8.max {
                let value = try type.decode(.octets([raw]))
                #expect(try type.encode(value) == .octets([raw]))
                let text = type.text(of: value)
                #expect(try type.encode(type.value(of: text)) == .octets([raw]))
                #expect(text.count <= 5)
                texts.insert(text)
            }
            #expect(texts.count == 256)
        }
    }

    @Test func enteredPercentageIsShownUnchanged() throws {
        let type = try DatapointType("5.001")
        for percent in 0...100 {
            let value = try type.decode(type.encode(type.value(of: "\(percent) %")))
            #expect(type.text(of: value) == "\(percent)")
        }
    }

    @Test(arguments: [
        ("5.001", "33", "54"), ("5.001", "0.1", "00"), ("5.001", "0.2", "01"), ("5.001", "1 %", "03"),
        ("5.003", "90 °", "40"), ("5.003", "90", "40"), ("5.010", "20.5", "15"),
    ])
    func aNumberIsRoundedToTheNearestOctet(type: String, text: String, hex: String) throws {
        let type = try DatapointType(type)
        #expect(try type.encode(type.value(of: text)) == Payload(hex: hex))
    }

    @Test(arguments: [
        ("5.001", "101", "the range is 0…100 %"), ("5.001", "100.1", "the range is 0…100 %"),
        ("5.001", "-0.1", "the range is 0…100 %"), ("5.003", "361", "the range is 0…360 °"),
        ("5.006", "255", "the range is 0…254"), ("5.010", "256", "the range is 0…255 pulses"),
    ])
    func aNumberOutsideTheRangeIsRefused(type: String, text: String, hint: String) throws {
        let fault = try readingFault(type, text)
        #expect(fault?.code == .outOfRange)
        #expect(fault?.hint == hint)
    }

    @Test func tariff255IsReserved() throws {
        #expect(try decodingFault("5.006", "FF")?.code == .invalid)
    }

    @Test func valueThatCanNotBeEncodedIsDescribed() throws {
        #expect(try DatapointType("5.001").text(of: .real(250)) == "250")
        #expect(try DatapointType("5.001").text(of: .bool(true)) == "true")
    }
}
