import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Devices with parts.
struct PartTests {
    private static func part(_ name: String, _ types: FacetType...) -> Element {
        Element(name: name, kind: .device, isPart: true, types: FacetTypes(types)!)
    }

    private static func house() -> HouseUnderTest {
        HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [
                    House(
                        name: "Casa",
                        sectors: [
                            Sector(
                                name: "Salon",
                                elements: [
                                    HouseUnderTest.element("Clima", .value), part("Valvula", .binary),
                                    part("Modo", .value), HouseUnderTest.element("Luz", .binary),
                                ]
                            )
                        ]
                    )
                ],
                reading: ReadPolicy(interval: .seconds(30))
            )
        )
    }

    private static func group(_ house: HouseUnderTest, _ line: String) throws -> GroupReport {
        guard case .group(let report)? = try house.ask(line) else { throw Missing() }
        return report
    }

    private static func listing(_ house: HouseUnderTest, _ line: String) throws -> Listing {
        guard case .listing(let listing)? = try house.ask(line) else { throw Missing() }
        return listing
    }

    /// To switch a room off must not close its valves.
    @Test(arguments: ["off Salon", "off Casa", "set Salon off --all"]) func groupOrdersSkipParts(line: String) throws {
        let explained = try Self.group(Self.house(), line + " --explain")
        #expect(explained.elements == ["Casa/Salon/Luz"])
    }

    @Test func groupOrderForPartsAloneIsRefused() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [
                    House(
                        name: "Casa",
                        elements: [HouseUnderTest.element("Toldo", .bidirectional), Self.part("V", .binary)]
                    )
                ]
            )
        )
        guard case .fault(let fault)? = try house.ask("set Casa on --all") else { throw Missing() }
        #expect(fault.message == "no device in Casa can be set to \"on\"")
    }

    @Test func listingHasPartsInTheirDevice() throws {
        let place = try #require(try Self.listing(Self.house(), "ls Salon").places.first)
        #expect(place.elements.map(\.name) == ["Clima", "Luz"])
        #expect(place.elements[0].parts?.map(\.path) == ["Casa/Salon/Clima/Valvula", "Casa/Salon/Clima/Modo"])
        #expect(place.elements[1].parts == nil)
        #expect(place.count == 2)
    }

    @Test func modelHasPartsInTheirDevice() throws {
        guard case .model(let model)? = try Self.house().ask("model") else { throw Missing() }
        let elements = model.houses[0].sectors[0].elements
        #expect(elements.map(\.name) == ["Clima", "Luz"])
        #expect(elements[0].parts?.map(\.types) == [["binary"], ["value"]])
    }

    @Test func partTakesOrdersOfItsOwn() throws {
        let house = Self.house()
        _ = try house.ask("set Clima/Modo confort")
        let sent = house.sent.map(\.dispatch.target.path)
        #expect(sent == ["Casa/Salon/Clima/Modo"])
        guard case .element(let view)? = try house.ask("show Clima/Modo") else { throw Missing() }
        #expect(view.path == "Casa/Salon/Clima/Modo")
    }

    @Test func partWhoseDeviceIsNotVisibleIsListedByItself() throws {
        let house = Self.house()
        let scope = Scope(places: ["Casa/Salon/Clima/Modo"])
        #expect(house.engine.count(in: PlaceID(0), seenIn: scope) == 1)
        #expect(house.engine.count(in: PlaceID(0), seenIn: Scope(places: ["Casa/Salon/Clima"])) == 1)
        #expect(house.engine.count(in: PlaceID(0), seenIn: Scope(places: ["Casa/Salon"])) == 2)
    }

    private struct Missing: Error {}
}
