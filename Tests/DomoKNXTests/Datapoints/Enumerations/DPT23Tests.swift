import DomoKNX
import Testing

struct DPT23Tests {
    /// KNX 03/07/02, 3.23 and 4.6.
    static let words: [(type: String, words: [String])] = [
        ("23.001", ["off", "on", "off/on", "on/off"]), ("23.002", ["none", "up", "down"]),
        ("23.003", ["up", "down", "up/down", "down/up"]),
        ("23.102", ["comfort/economy", "comfort/nothing", "economy/nothing", "building protection/auto"]),
    ]

    @Test func eachCodeHasItsWord() throws {
        for (name, words) in Self.words {
            let type = try #require(DatapointType.known(name))
            for (raw, word) in words.enumerated() {
                let value = try type.decode(.bits(UInt8(raw)))
                #expect(value == .integer(Int64(raw)))
                #expect(type.text(of: value) == word)
                #expect(try type.value(of: word.uppercased()) == value)
                #expect(try type.value(of: String(raw)) == value)
                #expect(try type.encode(value) == .bits(UInt8(raw)))
            }
        }
    }

    @Test func reservedOrTooWideDataIsRefused() throws {
        let reaction = try #require(DatapointType.known("23.002"))
        #expect(reaction.decodingFault(.bits(3)) == .invalid)
        #expect(reaction.encodingFault(.integer(3)) == .outOfRange)
        #expect(reaction.readingFault("3") == .outOfRange)
        #expect(reaction.readingFault("sideways") == .wrongForm)
        #expect(reaction.encodingFault(.bool(true)) == .wrongForm)
        #expect(reaction.decodingFault(.bits(4)) == .wrongSize)
        #expect(reaction.decodingFault(.octets([1])) == .wrongSize)
        #expect(reaction.encodingFault(.integer(.min)) == .outOfRange)
    }
}
