import DomoKNX
import Testing

struct IndividualAddressTextTests {
    @Test(arguments: [("1.1.5", 0x1105), ("15.15.255", 0xFFFF), ("0.0.0", 0), ("1.1.250", 0x11FA)])
    func anAddressIsReadAndWritten(text: String, raw: UInt16) throws {
        let address = try IndividualAddress(text)
        #expect(address.raw == raw)
        #expect(address.description == text)
    }

    @Test(arguments: [
        ("16.0.0", AddressFault.Code.outOfRange), ("0.16.0", .outOfRange), ("0.0.256", .outOfRange), ("", .wrongForm),
        ("1.1", .wrongForm), ("1.1.5.1", .wrongForm), ("1/1/5", .wrongForm), ("1.1.", .wrongForm), ("4357", .wrongForm),
    ])
    func invalidIndividualAddressIsRefusedWithItsReason(text: String, code: AddressFault.Code) {
        #expect { try IndividualAddress(text) } throws: { ($0 as? AddressFault)?.code == code }
    }

    @Test func addressesAreSortedByAreaLineAndDevice() throws {
        let addresses = try ["1.10.1", "1.2.9", "0.15.255"].map { try IndividualAddress($0) }
        #expect(addresses.sorted().map(\.description) == ["0.15.255", "1.2.9", "1.10.1"])
    }
}
