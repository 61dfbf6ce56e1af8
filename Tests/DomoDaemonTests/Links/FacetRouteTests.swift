import DomoEngine
import DomoLanguage
import DomoModel
import Testing

@testable import DomoDaemon

struct FacetRouteTests {
    private static func route(
        _ path: String,
        _ type: FacetType,
        _ link: Int,
        _ origin: FacetRoute.Origin = .configuration,
        _ position: String = "domod.yaml:1:1"
    ) -> FacetRoute {
        FacetRoute(facet: FacetName(path: path, type: type), link: link, origin: origin, position: position)
    }

    @Test func configurationOverridesTheHouseFile() throws {
        let binding = Self.route("A/Lamp", .binary, 1, .houseFile, "a.xml:3:5")
        let other = Self.route("A/Lamp", .regulable, 1, .houseFile, "a.xml:4:5")
        let own = Self.route("A/Lamp", .binary, 2)
        for routes in [[binding, other, own], [own, binding, other]] {
            let merged = try FacetRoute.merged(routes)
            #expect(merged.count == 2)
            #expect(merged.contains(Catalog.Route(path: "A/Lamp", types: FacetTypes([.binary]), link: 2)))
            #expect(merged.contains(Catalog.Route(path: "A/Lamp", types: FacetTypes([.regulable]), link: 1)))
        }
    }

    @Test func facetHasOneSecondLinkPerPurpose() throws {
        func second(_ link: Int, _ purpose: Catalog.SecondRoute.Purpose, _ position: String = "f:1:1") -> FacetRoute {
            var route = Self.route("A/Lamp", .binary, link, .configuration, position)
            route.purpose = purpose
            return route
        }
        let routes = [Self.route("A/Lamp", .binary, 1), second(2, .fallback), second(3, .compare)]
        #expect(try FacetRoute.merged(routes).map(\.link) == [1])
        #expect(try FacetRoute.second(routes).map(\.link) == [2, 3])
        #expect(try FacetRoute.second(routes).map(\.purpose) == [.fallback, .compare])
        let fault = #expect(throws: Fault.self) {
            try FacetRoute.second(routes + [second(4, .fallback, "f:7:2")])
        }
        #expect(fault?.message == "f:7:2: error: A/Lamp has two fallback routes for binary; the first is at f:1:1")
    }

    @Test(arguments: [FacetRoute.Origin.configuration, .houseFile])
    func twoRoutesOfOneOriginAreRejected(origin: FacetRoute.Origin) {
        let routes = [
            Self.route("A/Lamp", .binary, 1, origin, "f:1:2"), Self.route("A/Lamp", .value, 1, origin, "f:2:2"),
            Self.route("A/Lamp", .binary, 1, origin, "f:7:2"),
        ]
        let fault = #expect(throws: Fault.self) { try FacetRoute.merged(routes) }
        #expect(fault?.code == .badConfiguration)
        #expect(fault?.message == "f:7:2: error: A/Lamp has two routes for binary; the first is at f:1:2")
    }

    @Test func configuredRouteHidesNoConflictInTheHouseFile() {
        let routes = [
            Self.route("A/Lamp", .binary, 0), Self.route("A/Lamp", .binary, 1, .houseFile, "a.xml:1:2"),
            Self.route("A/Lamp", .binary, 2, .houseFile, "a.xml:2:2"),
        ]
        let fault = #expect(throws: Fault.self) { try FacetRoute.merged(routes) }
        #expect(fault?.message == "a.xml:2:2: error: A/Lamp has two routes for binary; the first is at a.xml:1:2")
    }
}
