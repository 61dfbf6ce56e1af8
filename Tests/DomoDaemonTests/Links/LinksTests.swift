import DomoEngine
import DomoLanguage
import DomoModel
import Testing

@testable import DomoDaemon

/// One house over two kinds of link, through the whole daemon: a polled HTTP server, and a bus that pushes.
@Suite(.serialized) struct LinksTests {
    private static let links = """
        links:
          web: {url: "URL", dialect: simulator}
          bus: {kind: pushing, address: cellar}
        server: web

        """

    /// The cover and one of the two facets of the dimmer are on the bus.
    private static let both = links + "routes:\n  Louver: bus\n  salon/dimmer: {binary: bus}\n"

    private static func isConfirmed(_ value: String, _ answer: String) -> Bool {
        answer.contains(#""value":"\#(value)","certainty":"confirmed""#) && !answer.contains(#""stale":true"#)
    }

    @Test func facetsOfOneElementCanUseTwoLinks() async throws {
        try await LinkedHouse.with(Self.both) { house in
            for line in ["set Louver up", "set Dimmer on", "dim Dimmer 40", "set Lamp on"] {
                #expect(try house.accepts(line), "\(line)")
            }
            let writes = house.bus.log.filter { $0.hasPrefix("write") }
            #expect(writes == ["write Casa/Salon/Louver up", "write Casa/Salon/Dimmer on"])
            #expect(house.signals.count == 2, "\(house.signals)")
            let explained = try ["set Dimmer off", "dim Dimmer 7"].map { try house.client.ask("\($0) --explain") }
            #expect(explained[0].contains("Casa/Salon/Dimmer := off"), "\(explained)")
            #expect(explained[1].contains("POST http://"), "\(explained)")
        }
    }

    @Test func pushedStateIsConfirmed() async throws {
        try await LinkedHouse.with(Self.both) { house in
            try await house.ask("show Lamp") { Self.isConfirmed("off", $0) }
            house.bus.push("Casa/Salon/Louver", .down)
            try await house.ask("show Louver") { Self.isConfirmed("down", $0) && $0.contains(#""by":"house""#) }
            // Reports of the bus about an element that is routed elsewhere are ignored.
            house.bus.push("Casa/Salon/Lamp", .on)
            house.bus.push("Casa/Salon/Louver", .up)
            try await house.ask("show Louver") { Self.isConfirmed("up", $0) }
            #expect(try Self.isConfirmed("off", house.client.ask("show Lamp")))
        }
    }

    @Test func commandIsAnsweredByItsLink() async throws {
        try await LinkedHouse.with(Self.both) { house in
            let answers = try ["knx read 1/2/3", "knx resume"].map { try house.client.ask($0) }
            #expect(answers[0] == #"{"ok":{"lines":["1/2/3 is 21.5"],"tables":[]}}"#)
            #expect(answers[1].contains(#""message":"it only reads""#), "\(answers[1])")
            #expect(house.bus.log.suffix(2) == ["command read", "command resume"])
        }
    }

    @Test func telegramsAreSentOnlyToClientsThatWatchThem() async throws {
        try await LinkedHouse.with(Self.both) { house in
            let answer = try house.client.ask("watch --telegrams")
            #expect(answer == #"{"ok":{"telegrams":true}}"#)
            let (ordinary, salon) = (try house.connect(), try house.connect())
            _ = try ordinary.ask("watch")
            _ = try salon.ask("watch salon --telegrams")
            let lamp = FacetName(path: "Casa/Salon/Lamp", type: .binary)
            house.bus.report(
                .messages([LinkMessage(TelegramView(address: "1/2/3", service: .write, value: "on"), facets: [lamp])])
            )
            house.bus.report(.messages([LinkMessage(TelegramView(address: "1/2/4", service: .read, source: "1.1.5"))]))
            // Marks their end.
            house.bus.push("Casa/Salon/Louver", .down)
            func kinds(_ client: SocketClient) throws -> [String] {
                var seen: [String] = []
                while true {
                    let line = try #require(try client.line())
                    if line.contains("1/2/3") { seen.append("1/2/3") }
                    if line.contains("1/2/4") { seen.append("1/2/4") }
                    if line.contains("Louver") { return seen }
                }
            }
            #expect(try kinds(house.client) == ["1/2/3", "1/2/4"])
            #expect(try kinds(salon) == ["1/2/3"])
            #expect(try kinds(ordinary) == [])
        }
    }

    @Test func wallSwitchControlsAnElementOfAnotherLink() async throws {
        try await LinkedHouse.with(Self.both) { house in
            let lamp = FacetName(path: "Casa/Salon/Lamp", type: .binary)
            house.bus.report(.requested([LinkOrder(lamp, .on, address: "1/2/3", source: "1.1.5")]))
            try await house.ask("orders Lamp") {
                $0.contains(#""by":"bus bus 1/2/3 from 1.1.5","byKind":"bus","origin":"bus""#)
                    && $0.contains(#""acceptedAfter""#)
            }
            #expect(house.signals.count == 1)
        }
    }

    private static let standby =
        links + "routes:\n  Louver: {link: bus, fallback: web}\n  Dimmer: {binary: {compare: bus}}\n"

    @Test func fallbackLinkIsUsedWhileTheFirstIsDown() async throws {
        try await LinkedHouse.with(Self.standby) { house in
            #expect(try house.accepts("set Louver up"))
            #expect(house.signals.isEmpty)
            house.bus.goDown("cable pulled")
            try await house.ask("status") { $0.contains("cable pulled") }
            #expect(try house.accepts("set Louver down"))
            #expect(house.signals.count == 1, "\(house.signals)")
            try await house.ask("show Louver") { Self.isConfirmed("down", $0) }
            house.bus.comeUp()
            try await house.ask("status") { !$0.contains("cable pulled") }
            #expect(try house.accepts("set Louver up"))
            #expect(house.signals.count == 1)
            #expect(house.bus.log.filter { $0.hasPrefix("write") }.count == 2)
            // A link used for comparison gets no orders.
            #expect(try house.accepts("set Dimmer on"))
            #expect(house.signals.count == 2)
        }
    }

    @Test func secondLinkWithoutEffectIsAWarning() async throws {
        let routes = "routes:\n  Louver: {link: bus, fallback: bus}\n  Lamp: {compare: web}\n"
        try await LinkedHouse.with(Self.links + routes) { house in
            let status = try house.client.ask("status")
            for problem in [
                "Casa/Salon/Louver: the fallback link cellar has no effect: it already controls the element",
                "Casa/Salon/Lamp: the compare link \(house.url) has no effect: it already controls the element",
            ] {
                #expect(status.contains(problem), "\(status)")
            }
        }
    }

    @Test func lostLinkMakesOnlyItsElementsStaleUntilItIsBack() async throws {
        try await LinkedHouse.with(Self.both) { house in
            house.bus.push("Casa/Salon/Louver", .down)
            try await house.ask("show Louver") { Self.isConfirmed("down", $0) }
            try await house.ask("show Lamp") { Self.isConfirmed("off", $0) }
            try await house.ask("show Buzzer") { Self.isConfirmed("off", $0) }

            house.bus.goDown("cable pulled")
            try await house.ask("show Louver") { $0.contains(#""stale":true"#) }
            for line in ["show Lamp", "show Buzzer"] {
                #expect(try Self.isConfirmed("off", house.client.ask(line)), "\(line)")
            }
            let status = try house.client.ask("status")
            #expect(
                status.contains(
                    #"{"key":"bus","kind":"pushing","endpoints":[{"endpoint":"cellar","reachable":false}],"#
                        + #""problem":"cable pulled"}"#
                ),
                "\(status)"
            )
            #expect(status.contains(#"{"key":"web","kind":"http","endpoints":[{"endpoint":"http://"#), "\(status)")

            house.bus.changeSilently("Casa/Salon/Louver", .up)
            house.bus.comeUp()
            try await house.ask("show Louver") { Self.isConfirmed("up", $0) }
            #expect(try house.accepts("set Louver down"))
        }
    }

    @Test func reloadChangesARoute() async throws {
        try await LinkedHouse.with(Self.both) { house in
            house.bus.push("Casa/Salon/Louver", .down)
            try await house.ask("show Louver") { Self.isConfirmed("down", $0) }
            #expect(try house.reload(Self.links + "routes: {Lamp: bus}").contains(#""warnings":[]"#))
            // The report of the bus does not confirm anything about the server.
            #expect(try !Self.isConfirmed("down", house.client.ask("show Louver")))
            #expect(try house.accepts("set Louver up"))
            #expect(try house.accepts("set Lamp on"))
            #expect(house.signals.count == 1, "\(house.signals)")
            #expect(house.bus.log.contains("write Casa/Salon/Lamp on"))
            try await house.ask("show Lamp") { Self.isConfirmed("on", $0) }
            house.bus.push("Casa/Salon/Lamp", .off)
            try await house.ask("show Lamp") { Self.isConfirmed("off", $0) }
            // Neither link changed.
            #expect(house.bus.log.filter { !$0.hasPrefix("read") && !$0.hasPrefix("write") } == ["start 1"])
        }
    }

    @Test func changedLinkStopsBeforeItsSuccessorStarts() async throws {
        try await LinkedHouse.with(Self.both) { house in
            house.bus.push("Casa/Salon/Louver", .down)
            try await house.ask("show Louver") { Self.isConfirmed("down", $0) }
            house.bus.holdStops()
            #expect(try house.reload(Self.both.replacing("cellar", with: "attic")).contains(#"{"ok""#))
            func steps() -> [String] { house.bus.log.filter { $0.hasPrefix("st") } }
            try await house.ask("status") { _ in steps() == ["start 1", "stop 1"] }
            house.bus.finishStops()
            try await house.ask("status") { _ in steps() == ["start 1", "stop 1", "start 2"] }
            house.bus.push("Casa/Salon/Louver", .up)
            try await house.ask("show Louver") { Self.isConfirmed("up", $0) }
        }
    }

    @Test func twoRoutesForOneFacetAreRejectedWithBothPositions() async throws {
        try await LinkedHouse.with(Self.both) { house in
            let reply = try house.reload(Self.links + "routes:\n  Dimmer: web\n  salon/dimmer: {binary: bus}\n")
            #expect(
                reply.contains(
                    "\(house.file):9:18: error: Casa/Salon/Dimmer has two routes for binary; "
                        + "the first is at \(house.file):8:3"
                ),
                "\(reply)"
            )
            #expect(reply.contains(#""code":"bad-configuration""#), "\(reply)")
            // The previous load is still active.
            #expect(try house.accepts("set Dimmer on"))
            #expect(house.bus.log.contains("write Casa/Salon/Dimmer on"))
            #expect(try house.reload(Self.both).contains(#""warnings":[]"#))
            #expect(house.bus.log.filter { $0.hasPrefix("st") } == ["start 1"])
        }
    }

    @Test func routeOfAnUnknownElementIsAWarning() async throws {
        try await LinkedHouse.with(Self.both) { house in
            let reply = try house.reload(Self.links + "routes:\n  Luver: bus\n  Lamp: {regulable: bus}\n")
            let place = house.file
            #expect(
                reply.contains(
                    #"\#(place):8:3: there is no element \"Luver\"; did you mean \"Louver\"?; the route has no effect"#
                ),
                "\(reply)"
            )
            #expect(reply.contains("\(place):9:10: Casa/Salon/Lamp is not regulable"), "\(reply)")
        }
    }

    @Test func houseWithoutAServerUsesItsRoutes() async throws {
        let text = "links: {bus: {kind: pushing, address: cellar}}\nroutes: {Louver: bus}\n"
        try await LinkedHouse.with(text) { house in
            #expect(try house.accepts("set Louver up"))
            let (lamp, status) = (try house.client.ask("set Lamp on"), try house.client.ask("status"))
            #expect(lamp.contains("has no server"), "\(lamp)")
            let warning = #"the house \"Casa\" has no server: orders for its elements without a route are refused"#
            #expect(status.contains(warning), "\(status)")
        }
    }
}
