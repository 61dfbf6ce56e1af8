import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The files of floor plans, and the positions of elements on them.
struct PlanTests {
    private static func house(
        plan: String?,
        ofHouse: String? = nil,
        folder: String? = "/homes"
    ) -> HouseUnderTest {
        let sector = Sector(
            name: "Salon",
            details: Details(plan: plan, position: .init(x: 0.1, y: 0.2)),
            elements: [HouseUnderTest.element("Luz", .binary)]
        )
        var site = Catalog.Site()
        site.folder = folder
        var catalog = HouseUnderTest.catalog(
            houses: [House(name: "Casa", details: Details(plan: ofHouse), sectors: [sector])],
            sites: [site]
        )
        catalog.access = HouseUnderTest.limited().access
        return HouseUnderTest(catalog)
    }

    @Test func planIsAFileBesideTheHouseFile() throws {
        let house = Self.house(plan: "plans/salon.svg")
        try house.give("plan show Salon")
        #expect(house.fileTasks == [.showPlan(place: "Casa/Salon", folder: "/homes", file: "plans/salon.svg")])
    }

    /// The plan of the house shows rooms that somebody limited to one of them does not see.
    @Test func planOfTheWholeHouseIsForThoseWhoSeeAllOfIt() throws {
        let house = Self.house(plan: "plans/salon.svg", ofHouse: "plans/casa.svg")
        #expect(try house.limitedFault("plan show Casa")?.code == .noSuchFile)
        #expect(house.fileTasks.isEmpty)
        #expect(try house.limitedFault("plan show Salon") == nil)
        #expect(house.fileTasks.count == 1)
        guard case .model(let model)? = try house.limited("model") else { throw Missing() }
        #expect(model.houses.map(\.plan) == [nil])
        #expect(model.houses.first?.sectors.map(\.plan) == [true])
        guard case .model(let whole)? = try house.ask("model") else { throw Missing() }
        #expect(whole.houses.map(\.plan) == [true])
    }

    @Test(arguments: [
        "../secret.svg", "/etc/passwd.svg", "plans/../../x.svg", "plans//x.svg", "./x.svg", "http://x/y.svg", "..",
        "a\0.svg",
    ])
    func planElsewhereIsRefused(plan: String) throws {
        let house = Self.house(plan: plan)
        guard case .fault(let fault)? = try house.ask("plan show Salon") else { throw Missing() }
        #expect(fault.code == .noSuchFile)
        #expect(house.fileTasks.isEmpty)
    }

    @Test func missingPlanIsReported() throws {
        for (house, place) in [
            (Self.house(plan: nil), "Salon"), (Self.house(plan: "x.svg"), "Casa"),
            (Self.house(plan: "x.svg", folder: nil), "Salon"),
        ] {
            guard case .fault(let fault)? = try house.ask("plan show \(place)") else { throw Missing() }
            #expect(fault.code == .noSuchFile)
        }
        guard case .fault(let fault)? = try Self.house(plan: "x.svg").ask("plan show Luz") else { throw Missing() }
        #expect(fault.code == .unknownPlace)
    }

    @Test func usersPositionOverridesTheFile() throws {
        let house = Self.house(plan: "x.svg")
        func positions() throws -> [ModelElement.Position?] {
            guard case .model(let model)? = try house.ask("model") else { throw Missing() }
            let sector = try #require(model.houses.first?.sectors.first)
            return [sector.position, sector.elements.first?.position]
        }
        #expect(try positions() == [.init(x: 0.1, y: 0.2), nil])
        try house.give("plan move Salon 0.5 0.25 Luz 1 0")
        let moves = [PlanStep.Move(path: "Casa/Salon", x: 0.5, y: 0.25), .init(path: "Casa/Salon/Luz", x: 1, y: 0)]
        #expect(house.fileTasks == [.move(moves)])
        // Not before it is stored.
        #expect(try positions() == [.init(x: 0.1, y: 0.2), nil])
        house.feed(.positions(PlanTable(moves)))
        #expect(try positions() == [.init(x: 0.5, y: 0.25), .init(x: 1, y: 0)])
    }

    @Test func onlyManagersOfEverythingMoveElements() throws {
        let house = Self.house(plan: "x.svg")
        #expect(try house.limitedFault("plan move Luz 0 0")?.code == .notAllowed)
        let id = try house.give("plan move Nothing 0 0")
        #expect(house.fault(id)?.code == .unknownElement || house.fault(id)?.code == .unknownPlace)
        #expect(house.fileTasks.isEmpty)
    }

    @Test func movedElementsMustBeInTheNamedPlace() throws {
        let house = Self.house(plan: "x.svg")
        #expect(house.fault(try house.give("plan move --in Salon Salon 0 0"))?.code == .badRequest)
        #expect(house.fault(try house.give("plan move --in Luz Luz 0 0"))?.code == .unknownPlace)
        #expect(house.fileTasks.isEmpty)
        try house.give("plan move --in salon Luz 0 0")
        #expect(house.fileTasks == [.move([.init(path: "Casa/Salon/Luz", x: 0, y: 0)])])
    }

    private struct Missing: Error {}
}
