import DomoKNX
import Testing

struct DatapointTypeTests {
    @Test(arguments: [
        "1.009", "1.9", "DPT 1.009", "DPST-1-9", "dpst-1-9", "DPT-1-9", "DPT1.009", " 1.009 ", "DPT_OpenClose",
        "openclose", "OpenClose", "open/close",
    ])
    func typeIsReadInSeveralSpellings(text: String) throws {
        #expect(try DatapointType(text).description == "1.009")
    }

    @Test(arguments: ["1", "DPT-1", "DPT 1", "1.xxx", "1.*", "1.***", "dpt1"])
    func mainTypeAloneIsItsDefaultSubtype(text: String) throws {
        #expect(try DatapointType(text).description == "1.001")
    }

    @Test(arguments: [
        ("1.020", "1.018 occupancy, 1.019 window/door, 1.021 logical function"), ("1.0", "1.001 switch"),
        ("DPT_OpenClsoe", "1.009 open/close"), ("swich", "1.001 switch"), ("xxswitch", "1.001 switch"),
        ("1.65536", "write it as 9.001"),
        ("99.001", "known main types: 1"), ("", "write it as 9.001"), ("1.", "write it as 9.001"),
        ("1.001.2", "write it as 9.001"), ("-1.001x", "write it as 9.001"), ("lkjhgfdsa", "write it as 9.001"),
        (String(repeating: "switch", count: 10_000), "write it as 9.001"),
    ])
    func unknownTypeIsAFaultWithTheNearest(text: String, hint: String) {
        let fault = #expect(throws: DatapointFault.self) { try DatapointType(text) }
        #expect(fault?.code == .unknownType)
        #expect(fault?.hint?.contains(hint) == true, "\(fault?.hint ?? "")")
    }

    @Test func typesAreInOrderAndUnique() {
        let all = DatapointType.all
        #expect(zip(all, all.dropFirst()).allSatisfy { ($0.main, $0.sub) < ($1.main, $1.sub) })
        for type in all {
            #expect(DatapointType(main: type.main, sub: type.sub) == type)
        }
        #expect(Set(all.map(\.subtype.id)).count == all.count)
        #expect(DatapointType(main: 1, sub: 0) == nil)
        #expect(DatapointType(main: 0) == nil)
        // The numbers of 1.001, with a bit more.
        for bit in 0..<16 as Range<UInt16> {
            if bit != 0 { #expect(DatapointType(main: 1 | 1 << bit, sub: 1)?.main != 1, "\(bit)") }
        }
    }

    @Test func everyTypeIsReadFromItsDescriptionAndItsIdentifier() throws {
        for type in DatapointType.all {
            #expect(try DatapointType(type.description) == type)
            #expect(try DatapointType("DPST-\(type.main)-\(type.sub)") == type)
            #expect(try DatapointType(type.subtype.id) == type)
        }
    }
}
