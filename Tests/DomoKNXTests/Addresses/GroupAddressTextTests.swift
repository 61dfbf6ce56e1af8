import DomoKNX
import Testing

struct GroupAddressTextTests {
    @Test(arguments: [
        ("1/2/3", 0x0A03), ("31/7/255", 0xFFFF), ("0/0/1", 1), ("1/515", 0x0A03), ("31/2047", 0xFFFF), ("0/1", 1),
        ("2563", 0x0A03), ("65535", 0xFFFF), ("1", 1), ("01/002/3", 0x0A03),
    ])
    func eachStyleIsRead(text: String, raw: UInt16) throws {
        #expect(try GroupAddress(text).raw == raw)
    }

    @Test(arguments: [
        ("32/0/0", AddressFault.Code.outOfRange), ("0/8/0", .outOfRange), ("0/0/256", .outOfRange),
        ("32/0", .outOfRange), ("0/2048", .outOfRange), ("65536", .outOfRange),
        ("99999999999999999999", .outOfRange), ("0/0/4294967297", .outOfRange), ("0/0/0", .reserved),
        ("0/0", .reserved), ("0", .reserved), ("", .wrongForm), ("1/", .wrongForm), ("/1", .wrongForm),
        ("1//2", .wrongForm), ("1/2/3/4", .wrongForm), ("1.2.3", .wrongForm), ("-1", .wrongForm),
        ("+1", .wrongForm), (" 1/2/3", .wrongForm), ("1/2/3 ", .wrongForm), ("a/b/c", .wrongForm),
        ("١/٢/٣", .wrongForm),
    ])
    func invalidGroupAddressIsRefusedWithItsReason(text: String, code: AddressFault.Code) {
        #expect { try GroupAddress(text) } throws: { ($0 as? AddressFault)?.code == code }
    }

    @Test func faultHasTheLevelAndItsRange() {
        #expect {
            try GroupAddress("1/2/300")
        } throws: {
            ($0 as? AddressFault)?.message == "\"1/2/300\" is not a group address: the sub group 300 is not in 0–255"
        }
    }

    @Test(arguments: [(GroupAddress.Style.free, "2563"), (.two, "1/515"), (.three, "1/2/3")])
    func addressIsWrittenInTheGivenStyle(style: GroupAddress.Style, text: String) {
        #expect(GroupAddress(raw: 0x0A03).text(in: style) == text)
    }

    @Test(arguments: GroupAddress.Style.allCases)
    func writtenAddressIsReadAgain(style: GroupAddress.Style) throws {
        for raw in UInt16(1)...UInt16.max {
            let address = GroupAddress(raw: raw)
            #expect(try GroupAddress(address.text(in: style)) == address)
        }
    }

    @Test func descriptionHasThreeLevelsAndAddressesAreSortedByNumber() {
        let addresses = ["10/0/0", "2/0/0", "1/7/255"].map { try? GroupAddress($0) }.compactMap(\.self)
        #expect(addresses.sorted().map(\.description) == ["1/7/255", "2/0/0", "10/0/0"])
    }
}
