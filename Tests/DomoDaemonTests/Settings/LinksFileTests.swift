import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

/// `links:` and `routes:` of the configuration file.
struct LinksFileTests {
    private func read(_ text: String) throws -> Configuration.Layer {
        let folder = try TemporaryFolder()
        let file = folder.path + "/domod.yaml"
        try FileBytes.replace(file, with: Array(text.utf8))
        var layer = try ConfigurationFile.read(file, kinds: LinkKind.all + [.pushing(PushingBus())])
        for number in layer.routes.indices { layer.routes[number].position.trimPrefix(folder.path) }
        return layer
    }

    @Test func linksServersAndRoutesAreRead() throws {
        let layer = try read(
            """
            routes:
              Salon/Louver: bus
              Lamp: {binary: bus, regulable: web}
            server: web
            houses:
              Dos: {server: bus}
              Tres: {server: "http://h/three"}
            links:
              web: {url: "http://h/web", max-in-flight: 4, deadline: 3s}
              bus: {kind: pushing, address: cellar}
              plain: http://h/plain
              same: {kind: http, url: "http://h/plain"}
            """
        )
        #expect(layer.links.keys.sorted() == ["bus", "plain", "same", "web"])
        #expect(layer.links["web"]?.http?.maxInFlight == 4)
        #expect(layer.links["web"]?.deadline == .seconds(3))
        #expect(layer.links["plain"]?.http == layer.links["same"]?.http)
        #expect((layer.links["bus"]?.settings as? PushingSettings)?.label == "cellar")
        #expect(layer.server == layer.links["web"])
        #expect(layer.servers["Dos"]?.key == "bus")
        #expect(layer.servers["Tres"]?.key == nil)
        #expect(layer.servers["Tres"]?.http?.url == "http://h/three")
        #expect(
            layer.routes == [
                .init(element: "Salon/Louver", link: "bus", position: "/domod.yaml:2:3"),
                .init(element: "Lamp", type: .binary, link: "bus", position: "/domod.yaml:3:10"),
                .init(element: "Lamp", type: .regulable, link: "web", position: "/domod.yaml:3:23"),
            ]
        )
    }

    @Test func secondLinksAreRead() throws {
        let layer = try read(
            """
            links: {web: "http://h/web", bus: {kind: pushing, address: cellar}}
            routes:
              Lamp: {link: web, fallback: bus}
              Louver: {compare: bus}
              Dimmer: {binary: {link: bus, compare: web}, regulable: bus}
            """
        )
        #expect(
            layer.routes == [
                .init(element: "Lamp", link: "web", position: "/domod.yaml:3:10"),
                .init(element: "Lamp", link: "bus", purpose: .fallback, position: "/domod.yaml:3:21"),
                .init(element: "Louver", link: "bus", purpose: .compare, position: "/domod.yaml:4:12"),
                .init(element: "Dimmer", type: .binary, link: "bus", position: "/domod.yaml:5:21"),
                .init(element: "Dimmer", type: .binary, link: "web", purpose: .compare, position: "/domod.yaml:5:32"),
                .init(element: "Dimmer", type: .regulable, link: "bus", position: "/domod.yaml:5:47"),
            ]
        )
    }

    @Test(arguments: [
        ("routes: {Lamp: {link: bas}}", "2:23: error: there is no link \"bas\"; did you mean \"bus\"?"),
        (
            "routes: {Lamp: {link: bus, falback: bus}}",
            "2:28: error: unknown key \"falback\" in the route of Lamp; did you"
        ),
        (
            "routes: {Lamp: {fallback: bus, compare: bus}}",
            "2:10: error: the route of Lamp has both fallback and compare; remove one of them"
        ),
        ("routes: {Lamp: {link: bus, binary: bus}}", "2:28: error: unknown key \"binary\" in the route of Lamp"),
        ("routes: {Lamp: {fallback: [bus]}}", "2:27: error: the link of Lamp is not a text"),
    ])
    func mistakeInAMappingOfLinksIsReportedAtItsPosition(text: String, expected: String) throws {
        let fault = #expect(throws: StartFault.self) { try read("links: {bus: http://h}\n" + text) }
        #expect(fault?.message.contains(expected) == true, "\(fault?.message ?? "")")
    }

    @Test(arguments: [
        ("links: [a]", "1:8: error: links is not a mapping"),
        ("links: {\"http://h\": {url: x}}", "1:9: error: \"http://h\" can't be the key of a link; write a name"),
        ("links: {a: {kind: htp, url: x}}", "1:19: error: unknown kind of link \"htp\"; did you mean \"http\"?"),
        (
            "links: {a: {kind: knx, url: \"knx://h\", telegram-log: 1KiB}}",
            "the size is out of range"
        ),
        ("links: {a: {kind: knx, url: \"knx://h\", max-apdu: 14}}", "the length is out of range"),
        ("links: {a: {kind: knx, url: \"knx://h\", max-apdu: 255}}", "the length is out of range"),
        (
            "links: {a: {kind: knx, url: \"knx+routing://\", max-apdu: 55}}",
            "max-apdu works only with a tunnel"
        ),
        (
            "links: {a: {kind: knx, url: \"knx://h\", interface: eth1}}",
            "interface works only with knx+routing://"
        ),
        ("links: {a: {kind: mqtt}}", "unknown kind of link \"mqtt\"; the kinds are: http, knx, pushing"),
        ("links: {a: {kind: pushing}}", "1:12: error: the link has no address; add address: NAME"),
        ("links: {a: {kind: pushing, url: x}}", "1:28: error: unknown key \"url\" in the link a; the keys are: add"),
        ("links: {a: {kind: pushing, address: x, deadline: 1h}}", "1:50: error: the deadline is out of range"),
        ("server: {kind: pushing, address: x}", "1:9: error: a link of the kind pushing needs a key; move it to links"),
        ("server: {kind: htp, url: x}", "1:16: error: unknown kind of link \"htp\"; did you mean \"http\"?"),
        ("links: {a: example.com}", "1:12: error: not an http or https URL"),
        ("links: {bus: http://h}\nserver: buss", "2:9: error: there is no link \"buss\"; did you mean \"bus\"?"),
        ("server: bus", "1:9: error: not an http or https URL"),
        ("links: {b: http://h}\nhouses: {A: {server: xyz}}", "2:22: error: there is no link \"xyz\"; the links are: b"),
        ("routes: {Lamp: bus}", "1:16: error: there is no link \"bus\"; add it under links"),
        ("links: {bus: http://h}\nroutes: {Lamp: {binary: bas}}", "2:25: error: there is no link \"bas\"; did you"),
        ("links: {bus: http://h}\nroutes: {Lamp: {binry: bus}}", "unknown key \"binry\" in the route of Lamp; did you"),
        ("links: {bus: http://h}\nroutes: {Lamp: [bus]}", "2:16: error: the route of Lamp is not a mapping"),
        ("links: {bus: http://h}\nroutes: {Lamp: \"\"}", "2:16: error: the link of Lamp is not a text"),
        ("links: {bus: http://h}\nroutes: {Lamp: bus, Lamp: bus}", "2:21: error: \"Lamp\" is given twice"),
    ])
    func mistakeIsReportedAtItsPosition(text: String, expected: String) throws {
        let fault = try #require(throws: StartFault.self) { try read(text) }
        #expect(fault.status == .badConfiguration)
        #expect(fault.message.contains(expected), "\(fault.message)")
    }

    /// An invalid link is reported where it is defined, not where it is used.
    @Test func invalidLinkIsReportedOnce() throws {
        let text = "links: {bus: {kind: pushing}}\nserver: bus\nroutes: {Lamp: bus}"
        let fault = try #require(throws: StartFault.self) { try read(text) }
        #expect(fault.message.split(separator: "\n").count == 1, "\(fault.message)")
    }

    // MARK: KNX

    @Test(arguments: [("", 16 << 20), (", telegram-log: off", nil), (", telegram-log: 2MiB", 2 << 20)])
    func telegramLogHasASize(text: String, size: Int?) throws {
        let layer = try read("links: {bus: {kind: knx, url: \"knx://192.0.2.1\"\(text)}}")
        let settings = try #require(layer.links["bus"]?.settings as? KNXSettings)
        #expect(settings.logSize == size)
    }
    @Test(arguments: [("", nil, "knx+routing://"), (", interface: eth1", "eth1", "knx+routing:// on eth1")])
    func routingMayHaveANetworkInterface(text: String, name: String?, label: String) throws {
        let layer = try read("links: {bus: {kind: knx, url: \"knx+routing://\"\(text)}}")
        let settings = try #require(layer.links["bus"]?.settings as? KNXSettings)
        #expect(settings.networkDevice == name)
        #expect(settings.label == label)
    }

    @Test(arguments: [("", nil), (", max-apdu: 15", 15), (", max-apdu: 254", 254)])
    func tunnelHasAMaximumAPDULength(text: String, length: Int?) throws {
        let layer = try read("links: {bus: {kind: knx, url: \"knx://192.0.2.1\"\(text)}}")
        let settings = try #require(layer.links["bus"]?.settings as? KNXSettings)
        #expect(settings.maxAPDU == length)
    }
}
