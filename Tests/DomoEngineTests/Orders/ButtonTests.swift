import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Push buttons: one action, no state, and pulses that end.
struct ButtonTests {
    private struct Missing: Error {}

    private static let second = Details.Button(pulse: .seconds(1))

    private static func house(_ button: Details.Button?, isOfLink: Bool = false) -> HouseUnderTest {
        let opener = Element(
            name: "Cierre",
            kind: .device,
            types: FacetTypes([.binary])!,
            details: button.map { Details(button: $0) }
        )
        var profile = FakeProfile("http://casa")
        if isOfLink { profile.buttons = ["Casa/Cierre"] }
        let link = Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))
        let casa = House(name: "Casa", elements: [opener, HouseUnderTest.element("Luz", .binary)])
        return HouseUnderTest(Catalog(houses: [casa], links: [link], linkOfHouse: [0]))
    }

    /// The disk has written down what was to be kept last.
    private static func store(_ house: HouseUnderTest, isStored: Bool = true) throws {
        house.feed(.pulsesStored(upTo: try #require(house.keptPulses.last).number, isStored: isStored))
    }

    private static func element(_ house: HouseUnderTest, _ name: String) throws -> ElementView {
        guard case .element(let view)? = try house.ask("show \(name)") else { throw Missing() }
        return view
    }

    @Test(arguments: [
        ("set Cierre press", true), ("set Cierre on", true), ("toggle Cierre", true), ("set Cierre on", false),
    ])
    func pressSendsOn(line: String, isOfLink: Bool) throws {
        let house = Self.house(isOfLink ? nil : Details.Button(), isOfLink: isOfLink)
        let id = try house.give(line)
        #expect(house.signals == ["Cierre=on"])
        try house.answer()
        #expect(house.receipt(id)?.action == "press")
        #expect(house.record(1)?.action == "press")
        let view = try Self.element(house, "Cierre")
        #expect(view.isButton == true)
        #expect(view.readings.map(\.reading.certainty) == [.unknown])
        house.expectNothingIsHeld()
    }

    @Test func pressSendsWhatTheHouseFileSays() throws {
        let house = Self.house(Details.Button(value: .off))
        try house.give("set Cierre press")
        #expect(house.signals == ["Cierre=off"])
    }

    @Test func offIsRefused() throws {
        let house = Self.house(Details.Button())
        for line in ["set Cierre off", "set Cierre off --explain"] {
            guard case .fault(let fault)? = try house.ask(line) else { throw Missing() }
            #expect(fault.code == .refusedValue)
            #expect(fault.message == "Casa/Cierre is a push button, which can't be switched off")
            #expect(fault.hint == "use \"domo set Casa/Cierre press\"")
        }
        #expect(house.sent.isEmpty)
    }

    @Test func whatIsNoButtonIsNotPressed() throws {
        let house = Self.house(nil)
        guard case .fault(let fault)? = try house.ask("set Luz press") else { throw Missing() }
        #expect(fault.message == "Casa/Luz is not a push button")
        #expect(try Self.element(house, "Luz").isButton == nil)
    }

    /// What acts each time is sent at most once, if it may have arrived.
    @Test func pressIsNotRepeated() throws {
        let house = Self.house(Details.Button())
        try house.give("set Cierre press")
        #expect(house.sent[0].dispatch.isSentOnce)
        try house.answer(.lost(reason: "no answer"))
        house.pass(.seconds(20))
        #expect(house.sent.count == 1)
    }

    @Test func explanationShowsThePulse() throws {
        let house = Self.house(Self.second)
        guard case .explanation(let explanation)? = try house.ask("set Cierre press --explain") else { throw Missing() }
        #expect(explanation.signals[0].signal == "POST http://casa?Cierre=on, then off after 1s")
        #expect(house.keptPulses.isEmpty)
    }

    /// An earlier version kept what was ordered last.
    @Test func whatWasKeptOfItIsForgotten() throws {
        let house = Self.house(Details.Button())
        let reading = Reading(value: .on, certainty: .assumed, since: Timestamp(milliseconds: 1), cause: .house)
        house.feed(.remembered(Memory(readings: [.init(element: "Casa/Cierre", type: .binary, reading: reading)])))
        #expect(try house.reading("Cierre", .binary).value == nil)
    }

    // MARK: - Pulses

    @Test func pulseIsWrittenDownBeforeItBeginsAndEndsAtItsTime() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        #expect(house.sent.isEmpty)
        #expect(house.keptPulses.last?.pulses == [OpenPulse(path: "Casa/Cierre", end: .off)])
        try Self.store(house)
        #expect(house.signals == ["Cierre=on"])
        house.pass(.milliseconds(200))
        try house.answer()
        house.pass(.milliseconds(999))
        #expect(house.signals == ["Cierre=on"])
        house.pass(.milliseconds(1))
        #expect(house.signals == ["Cierre=on", "Cierre=off"])
        #expect(house.sent[1].dispatch.isUrgent)
        try house.answer()
        #expect(house.keptPulses.last?.pulses == [])
        house.expectNothingIsHeld()
    }

    @Test func nothingIsSentIfThePulseCannotBeWrittenDown() throws {
        let house = Self.house(Self.second)
        let id = try house.give("set Cierre press")
        try Self.store(house, isStored: false)
        house.pass(.seconds(30))
        #expect(house.sent.isEmpty)
        #expect(house.fault(id)?.message.contains("can't be written down") == true)
        #expect(house.record(1)?.stage == .failed)
        house.expectNothingIsHeld()
    }

    /// The disk hangs.
    @Test func orderThatWaitsForTheDiskEndsAtItsDeadline() throws {
        let house = Self.house(Self.second)
        let id = try house.give("set Cierre press --deadline 2s")
        house.pass(.seconds(3))
        #expect(house.fault(id)?.code == .deadlinePassed)
        try Self.store(house)
        #expect(house.sent.isEmpty)
        house.expectNothingIsHeld()
    }

    @Test func pulseThatMayHaveBegunIsEnded() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer(.lost(reason: "no answer"))
        house.pass(.seconds(1))
        #expect(house.signals == ["Cierre=on", "Cierre=off"])
    }

    /// A server that answers long after the deadline, and acts after the end of the pulse.
    @Test func pulseOfALateAnswerIsEndedAgainAndStaysWrittenDown() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press --deadline 1s")
        try Self.store(house)
        house.pass(.seconds(3))
        #expect(house.signals == ["Cierre=on", "Cierre=off"])
        house.feed(.outcome(house.sent[1].dispatch.id, .accepted))
        #expect(house.keptPulses.last?.pulses.count == 1, "what was sent may still arrive")
        house.feed(.outcome(house.sent[0].dispatch.id, .accepted))
        house.pass(.seconds(1))
        #expect(house.signals == ["Cierre=on", "Cierre=off", "Cierre=off"])
        house.feed(.outcome(house.sent[2].dispatch.id, .accepted))
        #expect(house.keptPulses.last?.pulses == [])
        house.expectNothingIsHeld()
    }

    @Test func pulseThatDidNotBeginIsNotEnded() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer(.refused(reason: "no", isPassing: false))
        house.pass(.seconds(5))
        #expect(house.signals == ["Cierre=on"])
        #expect(house.keptPulses.last?.pulses == [])
        house.expectNothingIsHeld()
    }

    @Test func endIsRepeatedUntilItIsAccepted() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer()
        house.pass(.seconds(1))
        for tries in 2...8 {
            #expect(house.sent.count == tries)
            try house.answer(.lost(reason: "no answer"))
            house.pass(.seconds(30))
        }
        #expect(Set(house.signals.dropFirst()) == ["Cierre=off"])
        #expect(house.keptPulses.last?.pulses.count == 1)
        // It is said once.
        #expect(house.events.count { $0.message?.contains("the end of its pulse") == true } == 1)
        try house.answer()
        #expect(house.keptPulses.last?.pulses == [])
        house.pass(.seconds(100))
        #expect(house.sent.count == 9)
        house.expectNothingIsHeld()
    }

    @Test func restartEndsWhatWasOpen() throws {
        let house = HouseUnderTest(Catalog())
        house.feed(.pulses([OpenPulse(path: "Casa/Cierre", end: .off)]))
        house.feed(.load(Self.house(Self.second).engine.houses.loaded, ids: []))
        #expect(house.signals == ["Cierre=off"])
        try house.answer()
        #expect(house.keptPulses.last?.pulses == [])
        house.expectNothingIsHeld()
    }

    @Test func stopEndsThePulseAtOnce() throws {
        let house = Self.house(Details.Button(pulse: .seconds(60)))
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer()
        house.feed(.stop)
        #expect(house.signals == ["Cierre=on", "Cierre=off"])
        #expect(house.isSending)
        try house.answer()
        #expect(!house.isSending)
    }

    @Test func secondPressExtendsThePulse() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer()
        house.pass(.milliseconds(600))
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer()
        house.pass(.milliseconds(900))
        #expect(house.signals == ["Cierre=on", "Cierre=on"])
        house.pass(.milliseconds(100))
        #expect(house.signals == ["Cierre=on", "Cierre=on", "Cierre=off"])
    }

    @Test func reloadKeepsThePulseAndItsTime() throws {
        let house = Self.house(Self.second)
        try house.give("set Cierre press")
        try Self.store(house)
        try house.answer()
        house.feed(.load(Self.house(Details.Button()).engine.houses.loaded, ids: []))
        house.pass(.milliseconds(999))
        #expect(house.signals == ["Cierre=on"])
        house.pass(.milliseconds(1))
        #expect(house.signals == ["Cierre=on", "Cierre=off"])
    }
}
