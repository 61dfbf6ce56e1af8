import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The events that the engine keeps for the log of the house. It is 23:13:20 in Madrid at the beginning.
@Suite struct HouseLogTests {
    private func house(_ text: String) throws -> HouseUnderTest {
        let site = try site("Europe/Madrid")
        return HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], sites: [site], scenes: [("Noche", text)])
        )
    }

    private func events(_ house: HouseUnderTest) -> [HouseLogEntry] {
        house.records.compactMap { record in
            guard case .event(let entry) = record else { return nil }
            return entry
        }
    }

    @Test func endOfASceneIsKeptWithItsPlaces() throws {
        let house = try house("log x\nset Buzzer on")
        try house.give("scene Noche")
        try house.answer()
        let entry = try #require(events(house).first { $0.kind == .scene })
        #expect(entry.scene == "Noche" && entry.outcome == .done && entry.message == nil)
        #expect(entry.places?.count == 1 && entry.places?.first?.hasSuffix("/Buzzer") == true)
    }

    @Test(arguments: [
        ("at 23:30\nonly if between 06:00 and 22:30\nlog x", HouseLogEntry.Reason.between, ["06:00", "22:30"]),
        ("at 23:30\nonly if not between 22:00 and 06:30\nlog x", .notBetween, ["22:00", "06:30"]),
        ("at 23:30\nonly if sat\nlog x", .days, ["sat"]), ("at 23:30\nonly if not tue\nlog x", .notDays, ["tue"]),
        (
            "at 23:30\nonly if Buzzer on\nlog x", .condition,
            ["Buzzer on", "the state of Buzzer is not known"]
        ),
    ])
    func startThatIsSkippedIsKeptWithItsReason(text: String, reason: HouseLogEntry.Reason, values: [String]) throws {
        let house = try house(text)
        house.pass(.seconds(1000))
        let entry = try #require(events(house).first { $0.kind == .notRun })
        #expect(entry.scene == "Noche" && entry.by == .trigger("at 23:30"))
        #expect(entry.reason == reason)
        #expect(entry.values == values)
    }

    @Test func startWhileItRunsAndMissedTimesAreKept() throws {
        let running = try house("again: skip\nwait 1h")
        try running.give("scene Noche")
        try running.give("scene Noche")
        #expect(events(running).map(\.reason) == [.running])
        let missed = try house("at 23:30\nlog x")
        missed.setClock(by: .seconds(2000), uptime: .seconds(2000))
        let entry = try #require(events(missed).first { $0.kind == .notRun })
        #expect(entry.reason == .missed && entry.values == ["2023-11-14T23:30:00+01:00"])
    }

    @Test func nothingIsKeptOfAdHocScenes() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: []))
        try house.give("run S 'log x'")
        #expect(events(house).filter { $0.kind == .scene } == [])
    }

    @Test func lostAndReachableLinksAreKept() throws {
        let house = try house("log x")
        try house.give("set Buzzer on")
        try house.answer()
        #expect(events(house).map(\.kind) == [.linkBack])
        let entry = try #require(events(house).first)
        #expect(entry.link != nil && entry.places == ["Casa"])
    }

    @Test func whoIsLimitedSeesTheLogOfTheirPlaces() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        _ = try house.limited("log")
        _ = try house.limited("log Dimmer --kind change")
        _ = try house.limited("history --from start")
        let recalls = house.recalls.values
        func isOwn(_ recall: Recall, _ wanted: String?) -> Bool {
            switch recall {
            case .houseLog(_, let about, let within, _): about == wanted && within == ["Casa/Salon"]
            default: false
            }
        }
        #expect(recalls.contains { isOwn($0, nil) })
        #expect(recalls.contains { isOwn($0, "Casa/Salon/Dimmer") })
        #expect(recalls.contains(.records(from: "start", about: nil, within: ["Casa/Salon"])))
        guard case .fault(let fault)? = try house.limited("log Gong") else { throw Fault(.busy, "no fault") }
        #expect(fault.code == .unknownPlace)
    }
}
