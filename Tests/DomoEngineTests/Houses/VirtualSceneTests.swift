import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Virtual elements in triggers, conditions and steps of scenes.
struct VirtualSceneTests {
    @Test func changeTriggersAScene() throws {
        let house = HouseUnderTest(VirtualHouse.catalog(scenes: [("Regla", "when Vacaciones on\nset Luz off")]))
        try house.give("set Vacaciones on")
        #expect(house.signals == ["Luz=off"])
        try house.give("set Vacaciones on")
        #expect(VirtualHouse.starts(house) == 1)
    }

    @Test func conditionReadsIt() throws {
        let house = HouseUnderTest(
            VirtualHouse.catalog(scenes: [("Regla", "when Luz on\nonly if Vacaciones on\nset Mensaje intruso")])
        )
        try house.obey("set Luz on")
        #expect(try house.reading("Mensaje", .value).value == .text(""))
        try house.give("set Vacaciones on")
        try house.obey("set Luz off")
        try house.obey("set Luz on")
        #expect(try house.reading("Mensaje", .value).value == .text("intruso"))
    }

    @Test func stepsForPlacesDontReachItInTheExplanationEither() throws {
        let house = HouseUnderTest(VirtualHouse.catalog(scenes: [("Fuera", "off Casa")]))
        func scenes(_ name: String) throws -> [String] {
            guard case .why(let report)? = try house.ask("why \(name)") else { throw VirtualHouse.Missing() }
            return report.scenes.map(\.name)
        }
        #expect(try scenes("Vacaciones") == [])
        #expect(try scenes("Luz") == ["Fuera"])
    }

    /// domo was off for most of the hour.
    @Test func timeDuringWhichDomoWasOffCounts() throws {
        let start: Int64 = 1_700_000_000_000
        let scenes = [
            (name: "Regla", text: "when Luz on\nonly if Vacaciones on for 1h\nlog x"),
            (name: "Luego", text: "when Vacaciones on for 2h\nlog x"),
        ]
        let table = VirtualTable([VirtualHouse.vacaciones: VirtualHouse.on(since: start - 3_600_000)])
        let house = VirtualHouse.restarted(with: table, VirtualHouse.catalog(scenes: scenes))
        try house.obey("set Luz on")
        #expect(VirtualHouse.starts(house) == 1)
        house.pass(.seconds(3599))
        #expect(VirtualHouse.starts(house, "Luego") == 0)
        house.pass(.seconds(2))
        #expect(VirtualHouse.starts(house, "Luego") == 1)
    }

    @Test func restartDoesNotRepeatATrigger() throws {
        let scenes = [
            (name: "Regla", text: "when Vacaciones on\nlog x"),
            (name: "Luego", text: "when Vacaciones on for 10m\nlog x"),
        ]
        let table = VirtualTable([VirtualHouse.vacaciones: VirtualHouse.on(since: 1_699_000_000_000)])
        let house = VirtualHouse.restarted(with: table, VirtualHouse.catalog(scenes: scenes))
        house.pass(.seconds(3600))
        #expect(VirtualHouse.starts(house) == 0)
        #expect(VirtualHouse.starts(house, "Luego") == 0)
    }

    @Test func loopOfTriggersEnds() throws {
        let house = HouseUnderTest(
            VirtualHouse.catalog(scenes: [
                ("A", "when Vacaciones on\nset Vacaciones off"), ("B", "when Vacaciones off\nset Vacaciones on"),
            ])
        )
        let id = try house.give("set Vacaciones on")
        #expect(house.receipt(id)?.outcome == .confirmed)
        house.pass(.seconds(30))
        #expect(VirtualHouse.starts(house, "A") <= SceneChains.maxSelfStarts + 1)
        #expect(VirtualHouse.starts(house, "B") <= SceneChains.maxSelfStarts + 1)
        #expect(house.events.contains { $0.message?.contains("itself") ?? false })
        // It still takes orders.
        #expect(house.receipt(try house.give("set Vacaciones off"))?.outcome == .confirmed)
    }

    @Test func waitEndsWithItsValue() throws {
        let house = HouseUnderTest(
            VirtualHouse.catalog(scenes: [("Regla", "wait until Vacaciones on at most 1h\nset Luz off")])
        )
        try house.give("scene Regla")
        #expect(house.signals.isEmpty)
        try house.give("set Vacaciones on")
        #expect(house.signals == ["Luz=off"])
    }
}
