import DomoKNX
import Testing

struct RawTypeTests {
    @Test(arguments: [
        ("raw:1", "00", "0x00"), ("raw:2", "0C66", "0x0c66"), ("raw:14", "4B4E58206973204F4B0000000000", nil),
    ])
    func octetsAreShownInHexadecimal(type: String, hex: String, text: String?) throws {
        let type = try DatapointType(type)
        let payload = Payload(hex: hex)
        let text = text ?? "0x" + hex.lowercased()
        let value = try type.decode(payload)
        #expect(type.text(of: value) == text)
        #expect(try type.encode(type.value(of: text)) == payload)
        #expect(try type.encode(type.value(of: " 0X" + hex)) == payload)
        #expect(try DatapointType(type.description) == type)
    }

    @Test(arguments: ["raw:0", "raw:254", "raw:", "raw:x", "raw:2.5", "raw:99999999999999999999"])
    func wrongNumberOfOctetsIsAFault(text: String) {
        let fault = #expect(throws: DatapointFault.self) { try DatapointType(text) }
        #expect(fault?.code == .unknownType)
        #expect(fault?.hint == "write the number of octets, raw:1 to raw:253")
    }

    @Test(arguments: ["", "0x", "0x0", "0x00", "0x000", "0x000000", "0c66", "12", "0xzz00", "0x+1+1"])
    func otherTextIsAFault(text: String) throws {
        let fault = try readingFault("raw:2", text)
        #expect(fault?.code == .wrongForm)
        #expect(fault?.hint == "expected 0x and 4 hexadecimal digits")
    }

    @Test func otherWidthIsAFault() throws {
        #expect(try decodingFault("raw:2", "0C")?.code == .wrongSize)
        #expect(try decodingFault("raw:1", "b1")?.code == .wrongSize)
    }

    @Test func rawTypesAreNeitherListedNorGuessed() throws {
        #expect(DatapointType.all.allSatisfy { !$0.isRaw })
        #expect(try DatapointType("raw:2").isRaw)
        #expect(try DatapointType("RAW:2") == DatapointType(rawOctets: 2))
    }

    @Test(arguments: [("9.999", "or raw:2"), ("20.999", "or raw:1"), ("286.001", "write raw:N")])
    func unknownTypeSuggestsRawOctets(text: String, hint: String) {
        let fault = #expect(throws: DatapointFault.self) { try DatapointType(text) }
        #expect(fault?.hint?.contains(hint) == true, "\(fault?.hint ?? "")")
    }
}
