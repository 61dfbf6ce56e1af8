import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Scenes that come with requests: what somebody with a guest's token could do with them.
@Suite struct GivenSceneTests {
    private static let branches = 60

    private func house(_ scenes: [(name: String, text: String)] = []) -> HouseUnderTest {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes), maxStrands: Self.branches * 16)
        house.feed(.tokens(.named(["guest": .init(role: .act), "other": .init(role: .act)])))
        return house
    }

    private func waits(_ count: Int) -> String {
        "'in parallel:' " + Array(repeating: "'    wait 10m'", count: count).joined(separator: " ")
    }

    /// It kept the scene of the flood alarm from closing the water.
    @Test func scenesOfTheHouseFindRoomBesideThoseOfGuests() throws {
        let house = house([("Flood", "in parallel:\n    set Buzzer on\n    set Dimmer 0\n")])
        var failed = 0
        for number in 0..<8 {
            let id = try house.give("run S\(number) \(waits(Self.branches / 4))", by: .token("guest"))
            if let report = house.sceneReport(id), report.failed > 0 { failed += 1 }
        }
        // The guest has a sixteenth of the room.
        #expect(failed >= 4)
        let other = try house.give("run O \(waits(10))", by: .token("other"))
        #expect(house.sceneReport(other) == nil)
        try house.give("scene Flood")
        #expect(house.signals.sorted() == ["Buzzer=on", "Dimmer=0"])
    }

    @Test func nobodyTakesAllPlaces() throws {
        let house = house()
        for number in 0..<Scenes.maxAdHocScenesOfAccount {
            try house.give("run S\(number) 'wait 10m'", by: .token("guest"))
        }
        let id = try house.give("run More 'wait 10m'", by: .token("guest"))
        #expect(house.fault(id)?.code == .busy)
        let other = try house.give("run Other 'wait 10m'", by: .token("other"))
        #expect(house.fault(other) == nil)
    }

    /// Its orders went on for as long as its waits.
    @Test(arguments: ["revoked", "no role", "other place"])
    func scenesEndWithTheRightOfTheirGiver(how: String) throws {
        let house = house()
        let id = try house.give("run Later 'wait 20s' 'set Buzzer on'", by: .token("guest"))
        switch how {
        case "revoked": house.feed(.tokens(.named(["other": .init(role: .act)])))
        case "no role": house.feed(.tokens(.named(["guest": .init(role: .read), "other": .init(role: .act)])))
        default: house.feed(.tokens(.named(["guest": .init(role: .act, places: ["Casa/Cocina"])])))
        }
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .stopped)
        #expect(report.message == "token guest has no right to it any more")
        house.pass(.seconds(60))
        #expect(house.signals.isEmpty)
    }

    /// A scene that came with a request may have any name.
    @Test func ordersSayWhoGaveTheScene() throws {
        let house = house()
        try house.give("run root 'set Buzzer on'", by: .token("guest"))
        #expect(house.record(1)?.by == .scene("root of token guest"))
    }
}
