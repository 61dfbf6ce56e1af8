import DomoKNX
import Testing

@testable import DomoKNXSim

struct WireTimeTests {
    @Test(
        arguments: [
            (.read, 20), (.write(.bits(1)), 20), (.write(.octets([0])), 21), (.response(.octets([1, 2])), 23),
            (.write(.octets([UInt8](repeating: 0, count: 14))), 39),
        ] as [(GroupTelegram.Service, Int)]
    )
    func telegramOccupiesTheWireForItsLength(service: GroupTelegram.Service, milliseconds: Int) {
        let time = WireTime.duration(of: GroupTelegram(destination: .at(1, 0, 1), service: service))
        #expect((milliseconds..<milliseconds + 1).contains(Int(time / .milliseconds(1))))
    }
}
