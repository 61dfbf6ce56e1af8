import DomoKNX
import Testing

struct DPT222Tests {
    static let vectors = [
        RecordVector(
            "222.100",
            [0x0C, 0x1A, 0x0B, 0xE8, 0x7F, 0xFF],
            "comfort 21 °C, standby 20 °C",
            canonical: [0x0C, 0x1A, 0x07, 0xD0, 0x7F, 0xFF]
        ),
        RecordVector("222.100", [0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0xFF], "none"),
        RecordVector("222.101", [0x87, 0x9C, 0x00, 0x00, 0x00, 0x64], "comfort -1 K, standby 0 K, economy 1 K"),
        RecordVector(
            "222.101",
            [0xF8, 0x00, 0x7F, 0xFE, 0x80, 0x00],
            "comfort -671088.64 K, standby 670433.28 K, economy -20.48 K"
        ),
    ]

    @Test(arguments: vectors)
    func dataAndTextRoundTrip(vector: RecordVector) throws { try vector.check() }

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
