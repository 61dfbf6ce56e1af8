import Testing

@testable import DomoKNX

struct DPT28Tests {
    @Test(arguments: [
        Vector("28.001", "00", .text(""), ""), Vector("28.001", "53616CC3B36E00", .text("Salón"), "Salón"),
        Vector("28.001", "E282AC00", .text("€"), "€"), Vector("28.001", "F09F8FA000", .text("🏠"), "🏠"),
    ])
    func textEndsWithAZero(vector: Vector) throws { try vector.check() }

    @Test(arguments: [("", ""), ("6162", "ab"), ("61620063", "ab"), ("616200FF", "ab"), ("0000", "")])
    func otherEncodingsAreDecoded(hex: String, text: String) throws {
        #expect(try DatapointType("28.001").decode(Payload(hex: hex)) == .text(text))
    }

    @Test(arguments: ["FF00", "C3", "C000", "EDA08000", "F880808000"])
    func invalidUTF8IsAFault(hex: String) throws {
        #expect(try decodingFault("28.001", hex)?.code == .invalid)
    }

    /// Found by fuzzing: it was decoded but could not be encoded again.
    @Test func textThatLeavesNoRoomForTheZeroIsAFault() throws {
        let type = try DatapointType("28.001")
        #expect(try decodingFault("28.001", String(repeating: "41", count: 253))?.code == .invalid)
        let text = DatapointValue.text(String(repeating: "A", count: 252))
        #expect(try type.decode(.octets(Array(repeating: 65, count: 252))) == text)
        #expect(try type.decode(.octets(Array(repeating: 65, count: 252) + [0])) == text)
    }

    @Test func longTextIsRefused() throws {
        let type = try DatapointType("28.001")
        let longest = String(repeating: "é", count: 126)
        #expect(try type.decode(type.encode(.text(longest))) == .text(longest))
        #expect(try encodingFault("28.001", .text(longest + "e"))?.code == .outOfRange)
        #expect(try encodingFault("28.001", .text("a\0b"))?.code == .wrongForm)
        #expect(try encodingFault("28.001", .bool(true))?.code == .wrongForm)
        #expect(try decodingFault("28.001", String(repeating: "41", count: 254))?.code == .wrongSize)
        #expect(type.decodingFault(.bits(0)) == .wrongSize)
    }
}
