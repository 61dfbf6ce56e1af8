import DomoEngine
import DomoHTTP
import DomoModel
import DomoYAML
import Testing

@testable import DomoDaemon

struct LinkDirectoryTests {
    private func server(
        _ url: String = "http://127.0.0.1:9/a",
        password: String = "one",
        deadline: Duration = .seconds(10),
        key: String? = nil
    ) throws -> Configuration.Link {
        let settings = try ServerSettings(url: url, credentials: .basic(user: "ana", password: password))
        return Configuration.Link(key: key, kind: "http", settings: settings, deadline: deadline)
    }

    private func with(_ body: (LinkResources) throws -> Void) rethrows {
        let loop = CurlLoop()
        defer { loop.stop() }
        try body(LinkResources(http: loop))
    }

    private func isSame(_ one: Catalog.Link, _ other: Catalog.Link) -> Bool { one.port === other.port }

    @Test func unchangedServerKeepsItsPort() throws {
        try with { resources in
            let before = LinkDirectory(usual: try server(), own: [:], resources: resources)
            let own = ["Dos": try server("http://127.0.0.1:9/b")]
            let after = LinkDirectory(usual: try server(), own: own, resources: resources, previous: before)
            #expect(after.links.map(\.label) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/b"])
            #expect(isSame(before.links[0], after.links[0]))
            let again = LinkDirectory(usual: try server(), own: own, resources: resources, previous: after)
            #expect(isSame(after.links[1], again.links[1]))
        }
    }

    @Test func changedPasswordCreatesANewPortWithTheSameLabel() throws {
        try with { resources in
            let before = LinkDirectory(usual: try server(), own: [:], resources: resources)
            let after = LinkDirectory(
                usual: try server(password: "two"),
                own: [:],
                resources: resources,
                previous: before
            )
            #expect(after.links.map(\.label) == before.links.map(\.label))
            #expect(!isSame(before.links[0], after.links[0]))
        }
    }

    @Test func changedDeadlineKeepsThePort() throws {
        try with { resources in
            let before = LinkDirectory(usual: try server(), own: [:], resources: resources)
            let after = LinkDirectory(
                usual: try server(deadline: .seconds(3)),
                own: [:],
                resources: resources,
                previous: before
            )
            #expect(isSame(before.links[0], after.links[0]))
            #expect(after.links[0].deadline == .seconds(3))
        }
    }

    @Test func serverKeepsItsLabelWhenAnotherWithTheSameURLIsRemoved() throws {
        try with { resources in
            let own = ["Dos": try server(password: "two"), "Uno": try server(password: "one")]
            let before = LinkDirectory(usual: nil, own: own, resources: resources)
            #expect(before.links.map(\.label) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/a (2)"])
            let after = LinkDirectory(usual: nil, own: ["Uno": try server()], resources: resources, previous: before)
            #expect(after.links.map(\.label) == ["http://127.0.0.1:9/a (2)"])
            #expect(isSame(before.links[1], after.links[0]))
        }
    }

    @Test func housesWithTheSameServerShareIt() throws {
        try with { resources in
            let own = ["Dos": try server(), "Uno": try server()]
            #expect(LinkDirectory(usual: try server(), own: own, resources: resources).links.count == 1)
        }
    }

    @Test func housesWithOneServerAndTwoDeadlinesKeepSeparateLinks() throws {
        try with { resources in
            let own = ["Dos": try server(deadline: .seconds(3)), "Uno": try server()]
            let before = LinkDirectory(usual: nil, own: own, resources: resources)
            let after = LinkDirectory(usual: nil, own: own, resources: resources, previous: before)
            #expect(after.links.map(\.key) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/a (2)"])
            #expect(isSame(before.links[0], after.links[0]) && isSame(before.links[1], after.links[1]))
        }
    }

    @Test func linkIsIdentifiedByItsKey() throws {
        try with { resources in
            let (one, two) = (try server(key: "one"), try server(key: "two"))
            let before = LinkDirectory(
                usual: one,
                own: ["Dos": two],
                others: ["one": one, "two": two],
                resources: resources
            )
            try #require(before.links.map(\.key) == ["one", "two"])
            #expect(before.links.map(\.label) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/a (2)"])
            #expect(!isSame(before.links[0], before.links[1]))
            // Removing a link keeps the other's port, and a new URL under the same key needs a new port.
            let moved = try server("http://127.0.0.1:9/b", key: "two")
            let after = LinkDirectory(
                usual: moved,
                own: [:],
                others: ["two": moved, "one": one],
                resources: resources,
                previous: before
            )
            try #require(after.links.map(\.key) == ["two", "one"])
            #expect(isSame(after.links[1], before.links[0]))
            #expect(!isSame(after.links[0], before.links[1]))
            // The same settings under another key are another link.
            let renamed = try server(key: "three")
            let third = LinkDirectory(usual: renamed, own: [:], resources: resources, previous: before)
            #expect(!isSame(third.links[0], before.links[0]) && !isSame(third.links[0], before.links[1]))
        }
    }

    @Test func elementsUnknownToALinkAreListed() throws {
        try with { resources in
            let dialect = try #require(Dialect.shipped("shelly-gen2"))
            let node = try #require(try YAMLNode.read("{Lamp: {id: 0}}"))
            let settings = try ServerSettings(
                url: "http://127.0.0.1:9/a",
                dialect: dialect,
                elements: try ElementRules.read(node, dialect: dialect)
            )
            let link = Configuration.Link(kind: "http", settings: settings, deadline: .seconds(10))
            let directory = LinkDirectory(usual: link, own: [:], resources: resources)
            let elements = ["Lamp", "Lmap", "Plug"].map {
                Element(name: $0, kind: .device, types: FacetTypes([.binary]) ?? FacetTypes())
            }
            let house = House(name: "Casa", elements: elements)
            let load = HouseLoad(houses: [house], sites: [.init()], scenes: [], sceneFolder: nil, warnings: [])
            let catalog = try directory.catalog(load)
            #expect(
                catalog.warnings == [
                    "not connected, because http://127.0.0.1:9/a has no entry for them under elements in the "
                        + "configuration: Casa/Lmap, Casa/Plug"
                ]
            )
        }
    }

    // MARK: Virtual elements

    private static let virtual = Element(
        name: "Vacaciones",
        kind: .device,
        types: FacetTypes([.binary])!,
        details: Details(initial: .off)
    )
    private static let lamp = Element(name: "Luz", kind: .device, types: FacetTypes([.binary])!)

    @Test(arguments: [
        ([virtual], []),
        ([virtual, lamp], ["the house \"Casa\" has no server: orders for all but virtual elements are refused"]),
        ([lamp], ["the house \"Casa\" has no server: orders for it are refused"]),
        ([], ["the house \"Casa\" has no server: orders for it are refused"]),
    ])
    func houseOfVirtualElementsNeedsNoServer(elements: [Element], warnings: [String]) throws {
        let directory = LinkDirectory(usual: nil, own: [:], resources: nil)
        let houses = [House(name: "Casa", elements: elements)]
        let load = HouseLoad(houses: houses, sites: [Catalog.Site()], scenes: [], warnings: [])
        #expect(try directory.catalog(load).warnings == warnings)
    }

    @Test func routeOfAVirtualElementHasNoEffect() throws {
        let index = HouseIndex([House(name: "Casa", elements: [Self.virtual])])
        let link = Catalog.Link(
            key: "gw",
            label: "gw",
            profile: try server().settings.profile(label: "gw"),
            port: NoPort()
        )
        let route = Configuration.Route(element: "Vacaciones", link: "gw", position: "domod.yaml:3:1")
        let (routes, warnings) = route.facets(in: index, [link])
        #expect(routes == [])
        #expect(
            warnings == [
                "domod.yaml:3:1: Casa/Vacaciones is virtual: domo itself holds its value; the route has no effect"
            ]
        )
    }
}
