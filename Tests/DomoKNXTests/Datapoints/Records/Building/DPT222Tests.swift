import DomoKNX
import Testing

struct DPT222Tests {
    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("222.100"))
        let data: [[UInt8]] = [
            [0xF8, 0x00, 0x00, 0x00, 0x00, 0x00]
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func aTextThatCantBeReadNamesTheParts() throws {
        let fault = try #require(try readingFault("222.100", "warm"))
        #expect(fault.code == .wrongForm)
        for part in ["comfort", "standby", "economy"] {
            #expect(fault.hint?.contains(part) == true, "\(fault.hint ?? "")")
        }
    }

    @Test func numberHasTheSmallestExponent() throws {
        let type = try #require(DatapointType.known("222.101"))
        #expect(try type.encode(type.decode(.octets([0x08, 0x01, 0, 0, 0, 0]))) == .octets([0, 2, 0, 0, 0, 0]))
        let value = DatapointValue.record(["comfort", "standby", "economy"].map { .init($0, .real(20.48)) })
        #expect(try type.encode(value) == .octets([0x0C, 0x00, 0x0C, 0x00, 0x0C, 0x00]))
        for real in [670433.29, -671088.65, .infinity, .nan] {
            #expect(type.encodingFault(value.changed("comfort", to: .real(real))) == .outOfRange)
        }
    }
}
