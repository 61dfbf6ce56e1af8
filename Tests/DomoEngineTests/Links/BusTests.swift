import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What buses report besides states: telegrams, orders for elements of any link, and scene numbers.
struct BusTests {
    private static let cause = Cause.bus(link: "bus", address: "1/2/3", source: "1.1.5")

    private static func house(_ scenes: [(name: String, text: String)] = []) throws -> HouseUnderTest {
        var catalog = PushingLinkTests.catalog()
        catalog.scenes = scenes.map { scene in
            let (script, mistakes) = ScriptParser.parse(scene.text)
            #expect(mistakes.isEmpty)
            return Catalog.Scene(name: scene.name, file: "\(scene.name).domo", script: script)
        }
        let house = HouseUnderTest(catalog)
        let bus = try #require(house.started.last { $0.key == "bus" })
        house.feed(.link(bus, endpoint: nil, .up))
        return house
    }

    private static func order(_ path: String, _ value: Value) -> LinkOrder {
        LinkOrder(FacetName(path: "Casa/\(path)", type: value.type), value, address: "1/2/3", source: "1.1.5")
    }

    private func bus(of house: HouseUnderTest) throws -> LinkID { try #require(house.started.last { $0.key == "bus" }) }

    // MARK: Traffic

    private static let message = LinkMessage(
        TelegramView(
            address: "3/0/1",
            service: .write,
            value: "21.5",
            unit: "°C",
            type: "9.001",
            raw: "0c33",
            source: "1.1.5"
        ),
        facets: [PushingLinkTests.level("Cover"), FacetName(path: "Casa/Cover", type: .bidirectional)]
    )

    @Test func telegramsAreOnlyPublishedToTheirWatchers() throws {
        let house = try Self.house()
        let before = house.events.count
        house.feed(.messages(try bus(of: house), [Self.message, Self.message]))
        #expect(house.events.count == before)
        let event = try #require(house.messages.first)
        #expect(house.messages == [event, event])
        #expect(event.kind == .telegram && event.time == house.now.wall)
        #expect(event.telegram?.elements == ["Casa/Cover"])
        #expect(event.concerns("Casa/Cover") && event.concerns("Casa") && !event.concerns("Casa/Luz"))
        var unbound = event
        unbound.telegram?.elements = []
        #expect(!unbound.concerns("Casa"))
    }

    @Test func telegramsOfARemovedLinkAreDropped() throws {
        let house = try Self.house()
        let old = try bus(of: house)
        house.feed(.load(PushingLinkTests.catalog(), ids: []))
        house.feed(.messages(old, [Self.message]))
        house.feed(.requested(old, [Self.order("Luz", .on)]))
        #expect(house.messages.isEmpty && house.sent.isEmpty)
    }

    @Test func trafficIsForThoseWhoManageAllPlaces() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .manage, places: ["Casa"])))
        let event = Event(Self.message, of: "bus", at: house.now.wall)
        #expect(house.engine.sight(of: event, for: .user(0, name: "root")) == .whole)
        for principal in [Principal.luis, .eva] {
            #expect(house.engine.sight(of: event, for: principal) == .nothing)
            let id = try house.give("watch --telegrams", by: principal)
            #expect(house.fault(id)?.code == .notAllowed)
        }
        #expect(try RequestParser.parse("watch --telegrams")?.role == .manage)
        #expect(try RequestParser.parse("watch --telegrams")?.needsAllPlaces == true)
        #expect(try RequestParser.parse("watch")?.role == .read)
    }

    // MARK: Orders

    @Test func orderOnTheBusIsGivenToAnElementOfAnotherLink() throws {
        let house = try Self.house()
        house.feed(.requested(try bus(of: house), [Self.order("Luz", .on)]))
        #expect(house.signals == ["Luz=on"])
        try house.answer()
        #expect(try house.reading("Luz", .binary).cause == Self.cause)
        let record = try #require(house.record(1))
        #expect(record.by == Self.cause && record.origin == .bus && record.stage == .accepted)
        #expect(record.by.description == "bus bus 1/2/3 from 1.1.5")
    }

    /// Somebody is standing at the wall switch.
    @Test func orderOnTheBusHasThePriorityOfAPerson() throws {
        var catalog = PushingLinkTests.catalog()
        catalog.links[0].profile = {
            var profile = FakeProfile("http://casa", slots: 1)
            profile.endpoints[0].connections = 1
            return profile
        }()
        let (script, _) = ScriptParser.parse("set Dimmer on\n")
        catalog.scenes = [Catalog.Scene(name: "Noche", file: "n.domo", script: script)]
        let house = HouseUnderTest(catalog)
        try house.give("set Luz on")
        try house.give("scene Noche")
        house.feed(.requested(try bus(of: house), [Self.order("Luz", .off)]))
        #expect(house.signals == ["Luz=on"])
        try house.answerAll()
        #expect(house.signals == ["Luz=on", "Luz=off", "Dimmer=on"])
    }

    @Test(arguments: [
        (order("Nada", .on), "there is no element"), (order("Luz", .up), "Luz is not bidirectional"),
    ])
    func orderThatCantBeGivenIsAnEvent(order: LinkOrder, problem: String) throws {
        let house = try Self.house()
        house.feed(.requested(try bus(of: house), [order, Self.order("Luz", .on)]))
        let event = try #require(house.events.last { $0.kind == .order })
        #expect(event.stage == .failed && event.by == Self.cause && event.path == order.facet.path)
        #expect(event.message?.contains(problem) == true, "\(event.message ?? "")")
        #expect(house.signals == ["Luz=on"])
    }

    @Test func levelsOfAWallSliderSupersedeEachOther() throws {
        let house = try Self.house()
        let levels = (1...5).map { Self.order("Cover", .level(Percent(clamping: $0 * 10))) }
        house.feed(.requested(try bus(of: house), levels))
        try house.answerAll()
        #expect(house.signals == ["Cover=50"])
        #expect((1...4).allSatisfy { house.record($0)?.stage == .superseded })
    }

    @Test func orderAtTheWallIsRecorded() throws {
        let house = try Self.house()
        try house.give("record Noche")
        house.feed(.requested(try bus(of: house), [Self.order("Luz", .on)]))
        try house.answer()
        guard case .recording(let recording)? = try house.ask("record stop") else { throw Fault(.busy, "none") }
        #expect(recording.text?.contains("set Luz on") == true, "\(recording.text ?? "")")
    }

    // MARK: Commands

    @Test func commandGoesToTheOnlyLinkThatTakesAny() throws {
        let house = HouseUnderTest(PushingLinkTests.catalog { $0.takesCommands = true })
        for line in ["knx read 1/2/3", "knx read 1/2/3 --link bus"] {
            let id = try house.give(line)
            let command = try #require(house.commands.last)
            #expect(command.id == id && command.label == "bus")
            #expect(command.command == .read(address: "1/2/3", type: nil))
            // The port answers it.
            #expect(house.replies[id] == nil)
        }
    }

    @Test func searchForInterfacesNeedsNoLink() throws {
        let house = HouseUnderTest(PushingLinkTests.catalog())
        let id = try house.give("knx discover --timeout 1s")
        #expect(house.searches.map(\.id) == [id])
        #expect(house.searches.map(\.query) == [InterfaceQuery(timeout: .seconds(1))])
        #expect(house.replies[id] == nil)
        let limited = HouseUnderTest(HouseUnderTest.limited(.init(role: .manage, places: ["Casa"])))
        #expect(limited.fault(try limited.give("knx discover", by: .luis))?.code == .notAllowed)
        #expect(limited.searches.isEmpty)
    }

    @Test func statusShowsHowALinkIsConnectedUntilItIsGone() throws {
        let house = try Self.house()
        let bus = try bus(of: house)
        func shown() throws -> LinkConnection? {
            guard case .status(let status)? = try house.ask("status") else { return nil }
            return status.links?.first { $0.key == "bus" }?.connection
        }
        #expect(try shown() == nil)
        let connection = LinkConnection(interface: InterfaceView(name: "Interface"), address: "1.1.250")
        house.feed(.connection(bus, connection))
        #expect(try shown() == connection)
        // The port of another load.
        house.feed(.load(PushingLinkTests.catalog(), ids: []))
        #expect(try shown() == nil)
        house.feed(.connection(bus, connection))
        #expect(try shown() == nil)
    }

    @Test func statusCountsTelegrams() throws {
        let house = try Self.house()
        func shown() throws -> TrafficView? {
            guard case .status(let status)? = try house.ask("status") else { return nil }
            return status.links?.first { $0.key == "bus" }?.traffic
        }
        #expect(try shown() == nil)
        var own = Self.message.telegram
        own.isOwn = true
        house.feed(.messages(try bus(of: house), [Self.message, Self.message, LinkMessage(own)]))
        #expect(try shown() == TrafficView(sent: 1, received: 2))
    }

    @Test func commandThatNoLinkOrSeveralTakeIsRefused() throws {
        let none = HouseUnderTest(PushingLinkTests.catalog())
        let missing = none.fault(try none.give("knx doctor"))
        #expect(missing?.code == .badConfiguration && missing?.message == "no KNX bus is configured")
        #expect(none.fault(try none.give("knx doctor --link bus"))?.message == "the link \"bus\" is not a KNX bus")
        var catalog = PushingLinkTests.catalog { $0.takesCommands = true }
        catalog.links.append(Catalog.Link(label: "garage", profile: catalog.links[1].profile, port: FakeLink("garage")))
        let two = HouseUnderTest(catalog)
        let fault = try #require(two.fault(try two.give("knx doctor")))
        #expect(fault.message == "there are several KNX buses" && fault.hint == "choose one with --link: bus, garage")
        #expect(two.fault(try two.give("knx doctor --link x"))?.hint == "use one of: bus, garage")
        try two.give("knx doctor --link garage")
        #expect(two.commands.map(\.label) == ["garage"])
    }

    @Test func elementWithoutAGroupAddressIsSaidToLackIt() throws {
        let house = HouseUnderTest(
            PushingLinkTests.catalog {
                $0.unknown = ["Cover"]
                $0.missingBinding = .groupAddress
            }
        )
        let fault = try #require(house.fault(try house.give("set Cover up")))
        #expect(fault.message == "Casa/Cover is not connected: it has no group address")
        #expect(fault.hint == "give it a group address in the house file")
    }

    @Test func commandsAreForThoseWhoManageAllPlaces() throws {
        var catalog = HouseUnderTest.limited(.init(role: .manage, places: ["Casa"]))
        catalog.links[0].profile = {
            var profile = FakeProfile("http://casa")
            profile.takesCommands = true
            return profile
        }()
        let house = HouseUnderTest(catalog)
        for principal in [Principal.luis, .eva] {
            let id = try house.give("knx write 1/2/3 on", by: principal)
            #expect(house.fault(id)?.code == .notAllowed)
        }
        // The value to write is not logged.
        #expect(house.refusals.map(\.request) == ["knx write", "knx write"])
        #expect(house.commands.isEmpty)
    }

    // MARK: Scenes

    @Test func sceneNumberOnTheBusRunsAScene() throws {
        let house = try Self.house([("Buenas noches", "set Luz off\n")])
        let id = try bus(of: house)
        house.feed(.runScene(id, name: "buenas noches", address: "1/2/3", source: "1.1.5"))
        #expect(house.signals == ["Luz=off"])
        #expect(house.events.last { $0.progress == .begins }?.by == Self.cause)
    }

    @Test func missingSceneIsReportedOnce() throws {
        let house = try Self.house()
        let id = try bus(of: house)
        func press() -> [Event] {
            let before = house.events.count
            for _ in 0..<3 { house.feed(.runScene(id, name: "Nada", address: "1/2/3", source: nil)) }
            return Array(house.events.dropFirst(before))
        }
        let events = press()
        #expect(events.map(\.kind) == [.scene] && events[0].progress == .failed && events[0].scene == "Nada")
        #expect(events[0].message?.contains("Nada") == true)
        #expect(press().isEmpty)
    }
}
