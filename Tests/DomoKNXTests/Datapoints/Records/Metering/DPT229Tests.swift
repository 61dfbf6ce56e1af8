import DomoKNX
import Testing

struct DPT229Tests {
    @Test func forbiddenDataIsRefused() throws {
        let type = try #require(DatapointType.known("229.001"))
        let data: [[UInt8]] = [
            [0x00, 0x00, 0x00, 0x00, 0x20, 0x00],
            [0x00, 0x00, 0x00, 0x00, 0x6F, 0x00],
            [0x00, 0x00, 0x00, 0x00, 0x82, 0x00],
            [0x00, 0x00, 0x00, 0x00, 0xFF, 0x00],
            [0x00, 0x00, 0x00, 0x00, 0x58, 0x00],
        ]
        for octets in data { #expect(type.decodingFault(.octets(octets)) == .invalid, "\(octets)") }
    }

    @Test func invalidTextsAreRefused() throws {
        let type = try #require(DatapointType.known("229.001"))
        let texts: [(String, DatapointFault.Code)] = [
            ("", .wrongForm),
            ("1.2345 kWh", .wrongForm),
            ("1 TB", .wrongForm),
            ("2147483648 Wh", .outOfRange),
            ("1 kWh, broken", .wrongForm),
            ("x kWh", .wrongForm),
            ("1 KWH", .wrongForm),
        ]
        for (text, code) in texts { #expect(type.readingFault(text) == code, "\(text)") }
    }

    /// KNX 03/07/02, 3.45.1: the range in the table for each row of codes.
    @Test func codesOfARowIncreaseByFactorsOfTen() throws {
        let type = try #require(DatapointType.known("229.001"))
        let ranges: [(codes: ClosedRange<UInt8>, least: String, most: String)] = [
            (0...7, "0.001 Wh", "0.01 MWh"), (0x80...0x81, "0.1 MWh", "1 MWh"), (8...15, "1 J", "0.01 GJ"),
            (0x88...0x89, "0.1 GJ", "1 GJ"), (16...23, "0.001 l", "0.01 Ml"), (24...31, "0.001 kg", "0.01 kt"),
            (40...47, "0.001 W", "0.01 MW"), (0xA8...0xA9, "0.1 MW", "1 MW"), (48...55, "1 J/h", "0.01 GJ/h"),
            (0xB0...0xB1, "0.1 GJ/h", "1 GJ/h"), (56...63, "0.001 l/h", "0.01 Ml/h"),
            (64...71, "0.0001 l/min", "1 m³/min"), (72...79, "0.001 ml/s", "0.01 m³/s"),
            (80...87, "0.001 kg/h", "0.01 kt/h"),
        ]
        for (codes, least, most) in ranges {
            #expect(type.text(of: try type.decode(.octets([0, 0, 0, 1, codes.lowerBound, 0]))) == least)
            #expect(type.text(of: try type.decode(.octets([0, 0, 0, 1, codes.upperBound, 0]))) == most)
        }
    }

    @Test func everyCodeIsReadBackFromItsText() throws {
        let type = try #require(DatapointType.known("229.001"))
        for code in UInt8.min...UInt8.max where type.decodingFault(.octets([0, 0, 0, 0, code, 0])) == nil {
            for count: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 1], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0]] {
                let value = try type.decode(.octets(count + [code, 0]))
                #expect(try type.encode(type.value(of: type.text(of: value))) == .octets(count + [code, 0]))
            }
        }
    }

    @Test func eachFieldIsRequiredOnce() throws {
        let type = try #require(DatapointType.known("229.001"))
        let fields: [DatapointValue.Field] = [.init("value", .real(1)), .init("coding", .integer(3))]
        #expect(try type.encode(.record(fields)) == .octets([0, 0, 0, 1, 3, 0]))
        #expect(type.encodingFault(.record(fields + fields)) == .wrongForm)
        #expect(type.encodingFault(.record([fields[0]])) == .wrongForm)
        #expect(type.encodingFault(.record([fields[1]])) == .wrongForm)
        #expect(type.encodingFault(.record([fields[0], .init("coding", .integer(0x20))])) == .outOfRange)
        #expect(type.encodingFault(.record([.init("value", .real(.nan)), fields[1]])) == .outOfRange)
    }
}
