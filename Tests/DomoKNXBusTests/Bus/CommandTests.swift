import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoLanguage
import DomoModel
import Testing

@testable import DomoKNXBus

/// `domo knx …`
struct CommandTests {
    private func bus() -> BusUnderTest { BusUnderTest(BusMachineTests.bindings()) }

    @Test func readIsAnsweredWithTheValueAndItsSender() {
        let bus = bus()
        let id = bus.perform(.read(address: "3/2/1", type: nil))
        #expect(bus.telegrams == ["3/2/1?"])
        bus.confirm()
        bus.receive("3/2/1", .octets([0x0C, 0x33]), isResponse: true)
        #expect(bus.line(id) == "3/2/1 = 21.5 °C, 9.001, data 0c33, from 1.1.5")
    }

    @Test func readIsAnsweredOnceEvenIfItsConfirmationIsLost() {
        let bus = bus()
        let id = bus.perform(.read(address: "3/2/1", type: nil))
        bus.receive("3/2/1", .octets([0x0C, 0x33]), isResponse: true)
        bus.end(.lost(reason: "no confirmation"))
        #expect(bus.line(id)?.hasPrefix("3/2/1 = 21.5") == true)
    }

    @Test func unansweredReadFails() {
        let bus = bus()
        let id = bus.perform(.read(address: "3/2/1", type: nil))
        bus.confirm()
        bus.pass(.seconds(4))
        #expect(bus.line(id)?.contains("no device answered") == true)
    }

    @Test func writeThatNoDeviceAnswersFails() {
        let bus = bus()
        let id = bus.perform(.write(address: "3/2/1", value: "21", type: nil))
        bus.end(.refused(reason: "no device answered"))
        #expect(bus.line(id) == "no device answered at 3/2/1")
    }

    @Test func readOfACommandAddressIsRefused() {
        let bus = bus()
        let id = bus.perform(.read(address: "1/0/1", type: nil))
        #expect(bus.sent.isEmpty)
        #expect(bus.line(id)?.contains("command address") == true)
    }

    @Test func writeEncodesTheValueWithItsType() {
        let bus = bus()
        let id = bus.perform(.write(address: "7/7/7", value: "40 %", type: "5.001"))
        #expect(bus.telegrams == ["7/7/7=66"])
        bus.confirm()
        #expect(bus.line(id) == "7/7/7 66 confirmed by the bus")
    }

    @Test(arguments: [
        (LinkCommand.write(address: "7/7/7", value: "40", type: nil), "not known"),
        (.write(address: "7/7", value: "x", type: "9.001"), "x"),
        (.write(address: "99/1/1", value: "on", type: "1.001"), "99"),
        (.write(address: "7/7/7", value: "on", type: "77.001"), "77"),
    ])
    func invalidWriteIsRefused(_ command: LinkCommand, _ part: String) {
        let bus = bus()
        let id = bus.perform(command)
        #expect(bus.sent.isEmpty)
        #expect(bus.line(id)?.contains(part) == true, "\(bus.line(id) ?? "")")
    }

    @Test func pauseReleasesTheInterface() {
        let bus = bus()
        bus.perform(.pause(.seconds(600)))
        bus.perform(.resume)
        #expect(bus.pauses == [.seconds(600), .zero])
    }

    /// An existing connection is not closed.
    @Test func resumeWithoutAPauseDoesNothing() {
        let bus = bus()
        #expect(bus.line(bus.perform(.resume)) == "not paused")
        bus.perform(.pause(.seconds(10)))
        bus.pass(.seconds(11))
        #expect(bus.line(bus.perform(.resume)) == "not paused")
        bus.perform(.pause(.seconds(10)))
        bus.handle(.down(reason: "paused"))
        bus.handle(.up(own: nil, maxAPDU: nil))
        #expect(bus.line(bus.perform(.resume)) == "not paused")
        #expect(bus.pauses == [.seconds(10), .seconds(10)])
    }

    @Test func doctorShowsProblems() {
        let bus = bus()
        bus.read("Casa/Luz")
        bus.confirm()
        bus.pass(.seconds(3))
        bus.obey("Casa/Dimmer", level(40))
        bus.order("Casa/Otra", .on)
        bus.end(.refused(reason: "no acknowledgement"))
        bus.receive("9/1/1", .octets([0x0C, 0x33]))
        let titles = bus.tables(bus.perform(.diagnose)).compactMap(\.title)
        for part in ["don't answer", "state was never reported", "no device acknowledged", "in no house file"] {
            #expect(titles.contains { $0.contains(part) }, "\(part): \(titles)")
        }
    }

    @Test func learningPairsCommandsWithFollowingStates() {
        let bus = BusUnderTest(KNXBindings())
        bus.perform(.learn(.start))
        for bit in [UInt8(1), 0, 1, 0] {
            bus.receive("1/0/7", .bits(bit))
            bus.pass(.milliseconds(100))
            bus.receive("1/4/7", .bits(bit), from: 0x1201)
            bus.pass(.seconds(5))
        }
        let tables = bus.tables(bus.perform(.learn(.show)))
        #expect(tables.first?.rows == [["1/0/7", "1/4/7", "4", "<k:Binario orden=\"1/0/7\" estado=\"1/4/7\"/>"]])
    }

    @Test func learningDropsContradictedPairs() {
        let bus = BusUnderTest(KNXBindings())
        bus.perform(.learn(.start))
        for (command, state) in [(UInt8(1), UInt8(1)), (0, 0), (1, 0)] {
            bus.receive("1/0/7", .bits(command))
            bus.receive("1/4/7", .bits(state), from: 0x1201)
            bus.pass(.seconds(5))
        }
        #expect(bus.tables(bus.perform(.learn(.show))).isEmpty)
    }
}
