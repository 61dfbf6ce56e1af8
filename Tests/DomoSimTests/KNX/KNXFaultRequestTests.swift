import DomoKNX
import DomoKNXSim
import Testing

@testable import DomoSim

struct KNXFaultRequestTests {
    @Test(
        arguments: [
            ("negative", KNXFault(.negative)),
            ("lost-ack count=2", KNXFault(.lostAck, count: 2)),
            (
                "slow group=1/0/1 for=10s delay=250ms share=5%",
                KNXFault(
                    .slow,
                    group: GroupAddress(raw: 0x0801),
                    for: .seconds(10),
                    delay: .milliseconds(250),
                    perMille: 50
                )
            ),
            ("fault=bus-lost for=3s", KNXFault(.busLost, for: .seconds(3))),
        ] as [(String, KNXFault)]
    )
    func faultIsRead(text: String, fault: KNXFault) throws {
        let request = try KNXFaultRequest(text)
        #expect(request.fault == fault)
    }

    @Test(arguments: [
        ("fly", "missing or unknown fault"), ("", "missing or unknown fault"), ("negative group=1/9/1", "1/9/1"),
        ("negative group=0/0/0", "0/0/0"), ("negative count=0", "invalid count"),
        ("negative share=101%", "invalid share"), ("negative for=2h", "invalid for"),
        ("negative what=1", "unknown argument \"what\""), ("negative count=1 count=2", "duplicate count"),
        ("bus-lost count=1", "bus-lost does not take a count"), ("restart count=1", "restart does not take a count"),
        ("negative \"group=1/0/1", "unclosed quote"),
    ])
    func invalidFaultIsRefused(text: String, words: String) {
        let mistake = #expect(throws: RequestedFault.Mistake.self) { try KNXFaultRequest(text) }
        #expect(mistake?.message.contains(words) == true, "\(mistake?.message ?? "")")
    }

    @Test(arguments: KNXFault.Kind.allCases)
    func everyKindHasAWord(kind: KNXFault.Kind) throws {
        let request = try KNXFaultRequest(kind.rawValue)
        #expect(request.fault == KNXFault(kind))
    }
}
