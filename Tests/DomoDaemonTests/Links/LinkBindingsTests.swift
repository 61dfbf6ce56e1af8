import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoDaemon

/// Which link gets the group addresses of which facet.
struct LinkBindingsTests {
    private static let lamp = FacetName(path: "Casa/Lamp", type: .binary)

    private static func catalog(server: Int, routes: [Catalog.Route] = [], second: Int? = nil) -> Catalog {
        let element = Element(name: "Lamp", kind: .device, types: FacetTypes([.binary]) ?? FacetTypes())
        let profile = PushingProfile(endpoints: [EndpointProfile(label: "x")])
        return Catalog(
            houses: [House(name: "Casa", elements: [element])],
            links: ["web", "knx", "knx2"].map { Catalog.Link(label: $0, profile: profile, port: NoPort()) },
            linkOfHouse: [server],
            routes: routes,
            secondRoutes: second.map { [Catalog.SecondRoute(path: "Casa/Lamp", link: $0, .compare)] } ?? []
        )
    }

    /// - Returns: the links that the facet is bound to, and those that it is routed to.
    private func divide(_ catalog: Catalog, _ takers: [Int] = [1]) throws -> (bound: [Int], routed: [Int]) {
        let type = try #require(DatapointType.all.first)
        let facet = KNXFacet(Self.lamp, command: GroupAddress(raw: 1), type: type)
        let (bindings, routes, unassigned) = LinkBindings.divide(
            KNXBindings(facets: [facet]),
            among: takers,
            of: catalog
        )
        #expect(unassigned.isEmpty)
        return (bindings.filter { !$0.value.knx.facets.isEmpty }.keys.sorted(), routes.map(\.link))
    }

    @Test func addressesRouteToTheBusByDefault() throws {
        let (bound, routed) = try divide(Self.catalog(server: 0))
        #expect(bound == [1] && routed == [1])
    }

    @Test func secondBusHasTheAddressesAndDoesNotReplaceTheServer() throws {
        let (bound, routed) = try divide(Self.catalog(server: 0, second: 1))
        #expect(bound == [1] && routed == [])
    }

    @Test func secondBusOfARouteHasTheAddresses() throws {
        let web = Catalog.Route(path: "Casa/Lamp", types: FacetTypes([.binary]), link: 0)
        let (bound, routed) = try divide(Self.catalog(server: 1, routes: [web], second: 1))
        #expect(bound == [1] && routed == [])
        let none = try divide(Self.catalog(server: 1, routes: [web]))
        #expect(none.bound == [] && none.routed == [])
    }

    @Test func secondBusSharesTheAddressesWithTheFirst() throws {
        let (bound, routed) = try divide(Self.catalog(server: 1, second: 2), [1, 2])
        #expect(bound == [1, 2] && routed == [])
    }
}

extension LinkBindingsTests {
    /// Two houses, each with its own interface.
    @Test func scenesAndExposuresBelongToTheirHouse() throws {
        let profile = PushingProfile(endpoints: [EndpointProfile(label: "x")])
        let catalog = Catalog(
            houses: [House(name: "Casa"), House(name: "Dos")],
            links: ["web", "knx", "knx2"].map { Catalog.Link(label: $0, profile: profile, port: NoPort()) },
            linkOfHouse: [1, 2]
        )
        let type = try #require(DatapointType.all.first)
        let group = GroupAddress(raw: 1)
        let knx = KNXBindings(
            scenes: ["Casa", "Dos", "Nada"].map {
                KNXScene(position: $0, group: group, type: type, number: 5, run: "Noche", house: $0)
            },
            exposures: ["Casa", "Dos"].map {
                KNXExposure(.scene("Noche"), house: $0, position: $0, group: group, type: type)
            }
        )
        let (bindings, _, unassigned) = LinkBindings.divide(knx, among: [1, 2], of: catalog)
        #expect(bindings[1]?.knx.scenes.map(\.house) == ["Casa"] && bindings[2]?.knx.scenes.map(\.house) == ["Dos"])
        #expect(bindings[1]?.knx.exposures.map(\.house) == ["Casa"])
        #expect(bindings[2]?.knx.exposures.map(\.house) == ["Dos"])
        #expect(unassigned == ["Nada"])
    }
}
