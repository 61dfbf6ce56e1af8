import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct OrderTests {
    @Test(arguments: [
        ("set Buzzer on", "Buzzer=on", "binary"), ("set Buzzer OFF", "Buzzer=off", "binary"),
        ("set Louver up", "Louver=up", "bidirectional"), ("set Louver down", "Louver=down", "bidirectional"),
        ("set Louver stop", "Louver=stop", "bidirectional"), ("set Level 0", "Level=0", "regulable"),
        ("set Dimmer 100%", "Dimmer=100", "regulable"), ("dim Dimmer 40", "Dimmer=40", "regulable"),
        ("set Dimmer on", "Dimmer=on", "binary"), ("set Display 'buenas noches'", "Display=buenas noches", "value"),
    ])
    func everyTypeTakesItsActions(line: String, signal: String, type: String) throws {
        let house = HouseUnderTest()
        let id = try house.give(line)
        #expect(house.signals == [signal])
        #expect(house.replies[id] == nil)
        try house.answer()
        let receipt = try #require(house.receipt(id))
        #expect(receipt.type == type)
        #expect(receipt.outcome == .accepted)
        #expect(receipt.attempts == 1)
        house.expectNothingIsHeld()
    }

    @Test(arguments: [
        ("set Buzzer up", "on, off"), ("set Louver 40", "up, down, stop"), ("set Level 101", "0–100"),
        ("set Level on", "0–100"), ("dim Louver 40", "up, down, stop"), ("toggle Level", "0–100"),
        ("set Dimmer up", "0–100; on, off"), ("set Buzzer x --as value", "on, off"),
    ])
    func refusalListsThePossibleValues(line: String, offer: String) throws {
        let house = HouseUnderTest()
        let fault = try #require(house.fault(try house.give(line)))
        #expect(fault.code == .refusedValue)
        #expect(fault.hint?.contains(offer) == true)
        #expect(house.sent.isEmpty)
    }

    @Test func twoTogglesAreOnThenOff() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer off")
        try house.give("toggle Buzzer")
        try house.give("toggle Buzzer")
        try house.answerAll()
        #expect(house.signals == ["Buzzer=off", "Buzzer=on", "Buzzer=off"])
    }

    @Test func relativeLevelsStartFromTheLevelAtTheTimeOfSending() throws {
        let house = HouseUnderTest()
        try house.obey("dim Level 40")
        try house.give("dim Level +10")
        try house.give("dim Level +10")
        try house.give("dim Level -100")
        try house.answerAll()
        #expect(house.signals == ["Level=40", "Level=50", "Level=60", "Level=0"])
    }

    @Test(arguments: ["toggle Buzzer", "dim Level +10"])
    func orderThatDependsOnAnUnknownStateIsRefused(line: String) throws {
        let house = HouseUnderTest()
        let fault = try #require(house.fault(try house.give(line)))
        #expect(fault.code == .unknownState)
        #expect(fault.message.contains("not known"))
        house.expectNothingIsHeld()
    }

    @Test func toggleOfAStaleStateIsRefused() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer on")
        try house.give("set Buzzer off --deadline 100ms")
        try house.answer(.lost(reason: "timeout"))
        #expect(try house.reading("Buzzer", .binary).isStale)
        let fault = try #require(house.fault(try house.give("toggle Buzzer")))
        #expect(fault.code == .unknownState)
        #expect(fault.message.contains("is stale"))
    }

    @Test func explainSendsNothing() throws {
        let house = HouseUnderTest()
        let id = try house.give("set --explain Louver up")
        #expect(
            house.replies[id]
                == .explanation(
                    Explanation(signals: [
                        .init(element: "Casa/Salon/Louver", action: "up", signal: "POST http://casa?Louver=up")
                    ])
                )
        )
        let impossible = try #require(house.fault(try house.give("set --explain Display impossible")))
        #expect(impossible.code == .refusedValue)
        #expect(impossible.hint == "say it otherwise")
        #expect(house.sent.isEmpty)
        house.expectNothingIsHeld()
    }

    @Test func houseWithoutServerRefusesOrders() throws {
        let house = HouseUnderTest(Catalog(houses: [HouseUnderTest.casa], linkOfHouse: [nil]))
        #expect(house.fault(try house.give("set Buzzer on"))?.code == .badConfiguration)
        #expect(try house.reading("Buzzer", .binary).certainty == .unknown)
    }

    @Test func impossibleSignalIsRefusedWithItsReason() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Display impossible")
        try house.answer(.impossible(SignalFault(message: "no signal for it", hint: "say it otherwise")))
        #expect(house.fault(id) == Fault(.refusedValue, "Casa/Display: no signal for it", hint: "say it otherwise"))
        house.expectNothingIsHeld()
    }
}
