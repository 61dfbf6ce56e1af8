import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoModel
import Testing

@testable import DomoDaemon

/// Which link takes the group addresses of which facet.
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

    /// - Returns: the links that got the facet, and those that a route leads to.
    private func divide(_ catalog: Catalog, _ takers: [Int] = [1]) throws -> (bound: [Int], routed: [Int]) {
        let type = try #require(DatapointType.all.first)
        let facet = KNXFacet(Self.lamp, command: GroupAddress(raw: 1), type: type)
        let (bindings, routes, homeless) = LinkBindings.divide(
            KNXBindings(facets: [facet]),
            among: takers,
            of: catalog
        )
        #expect(homeless.isEmpty)
        return (bindings.filter { !$0.value.knx.facets.isEmpty }.keys.sorted(), routes.map(\.link))
    }

    @Test func addressesLeadToTheBusWhereNobodySaysOtherwise() throws {
        let (bound, routed) = try divide(Self.catalog(server: 0))
        #expect(bound == [1] && routed == [1])
    }

    @Test func busThatStandsByHasTheAddressesAndDoesNotTakeThePlaceOfTheServer() throws {
        let (bound, routed) = try divide(Self.catalog(server: 0, second: 1))
        #expect(bound == [1] && routed == [])
    }

    @Test func busThatStandsByForARouteHasTheAddressesToo() throws {
        let web = Catalog.Route(path: "Casa/Lamp", types: FacetTypes([.binary]), link: 0)
        let (bound, routed) = try divide(Self.catalog(server: 1, routes: [web], second: 1))
        #expect(bound == [1] && routed == [])
        let none = try divide(Self.catalog(server: 1, routes: [web]))
        #expect(none.bound == [] && none.routed == [])
    }

    @Test func busThatStandsByForAnotherLeavesThatItsAddresses() throws {
        let (bound, routed) = try divide(Self.catalog(server: 1, second: 2), [1, 2])
        #expect(bound == [1, 2] && routed == [])
    }
}
