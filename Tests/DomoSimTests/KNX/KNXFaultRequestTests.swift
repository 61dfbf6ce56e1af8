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
        "fly", "", "negative group=1/9/1", "negative group=0/0/0", "negative count=0", "negative share=101%",
        "negative for=2h", "negative what=1", "negative count=1 count=2", "bus-lost count=1", "restart count=1",
        "negative \"group=1/0/1",
    ])
    func invalidFaultIsRefused(text: String) {
        #expect(throws: Trouble.Mistake.self) { try KNXFaultRequest(text) }
    }

    @Test(arguments: KNXFault.Kind.allCases)
    func everyKindHasAWord(kind: KNXFault.Kind) throws {
        let request = try KNXFaultRequest(kind.rawValue)
        #expect(request.fault == KNXFault(kind))
    }
}
