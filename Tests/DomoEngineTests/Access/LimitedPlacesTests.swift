import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What is outside a principal's places is unknown to it.
struct LimitedPlacesTests {
    private static func paths(_ reply: Reply?) -> [String] {
        func all(_ place: PlaceView) -> [String] {
            [place.path] + place.elements.map(\.path) + place.sectors.flatMap(all)
        }
        guard case .listing(let listing)? = reply else { return [] }
        return listing.places.flatMap(all) + listing.elements.map(\.path)
    }

    private static let salon = [
        "Casa", "Casa/Salon", "Casa/Salon/Louver", "Casa/Salon/Dimmer", "Casa/Salon/Luz",
    ]

    @Test func listShowsThePlacesAndTheirAncestors() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        #expect(Self.paths(try house.limited("ls -r")) == Self.salon)
        #expect(Self.paths(try house.limited("ls -r Casa")) == Self.salon)
        #expect(Self.paths(try house.limited("ls")) == ["Casa", "Casa/Salon"])
        #expect(Self.paths(try house.limited("ls Salon")) == Array(Self.salon.dropFirst()))
        guard case .listing(let listing)? = try house.limited("ls") else { throw Fault(.busy, "no listing") }
        #expect(listing.places[0].count == 3)
        #expect(listing.places[0].sectors[0].count == 3)
    }

    @Test func singleElementsMayBePlaces() throws {
        let house = HouseUnderTest(
            HouseUnderTest.limited(.init(role: .act, places: ["Casa/Cocina/Luz", "Torre/Gong", "Casa/Gone"]))
        )
        #expect(
            Self.paths(try house.limited("ls -r")) == [
                "Casa", "Casa/Cocina", "Casa/Cocina/Luz", "Torre", "Torre/Gong",
            ]
        )
        try house.give("set Luz on", by: .luis)
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Cocina/Luz"])
    }

    @Test func noPlaceAtAllShowsNothing() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .act, places: [])))
        #expect(Self.paths(try house.limited("ls -r")).isEmpty)
        #expect(try house.limitedFault("show Dimmer")?.code == .unknownElement)
    }

    /// The same house with only the visible elements.
    private static func rest() -> HouseUnderTest {
        let casa = House(name: "Casa", elements: [], sectors: [HouseUnderTest.casa.sectors[0]])
        return HouseUnderTest(
            HouseUnderTest.catalog(houses: [casa], scenes: [HouseUnderTest.scenes[0]])
        )
    }

    /// Lines that name something outside, in every way to name it.
    private static let outside = [
        "show Gong", "show Torre/Gong", "show Gon", "show Torre", "show Casa/Cocina/Luz", "show Cocina/Luz",
        "show Level",
        "show Levle", "show Lou", "show Buzzer", "set Gong on", "set Torre/Bell on", "set --explain Gong on",
        "set --wait confirmed Gong on", "set Gong maybe", "dim Level 40", "dim Buzzer 40", "toggle Gong",
        "history Gong", "history Torre", "log Gong", "log Torre", "history --from start Gong", "orders Gong",
        "stats Gong", "stats Torre", "stats Casa/Cocina", "ls Torre",
        "ls Cocina", "ls Gong", "ls -r Torre", "watch Torre", "watch Gong", "watch Casa/Cocina", "watch Casa/Buzzer",
        "scene Noche", "scene noche", "scene Noch", "scene --explain Noche", "scene stop Noche", "scene stop Fuera",
        "scene stop --tag x Noche", "scene Todo", "scene Mira", "calendar Noche", "calendar Torre", "calendar Gong",
        "calendar Fuer", "run x 'set Gong on'", "run x 'scene Noche'", "run x 'stop scene Noche'",
        "run x 'if Buzzer on: set Dimmer on'", "run x 'wait until Gong on'", "run --explain x 'set Gong on'",
        "run x 'dim Level 40 over 10s'", "run x 'in parallel:' '  set Gong on' '  set Dimmer on'",
    ]

    @Test(arguments: outside)
    func invisibleThingsAreTreatedAsNonexistent(line: String) throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        let answer = try #require(try house.limitedFault(line))
        let rest = Self.rest()
        guard case .fault(let expected)? = try rest.ask(line) else { throw Fault(.busy, "no fault for \(line)") }
        #expect(answer == expected)
        #expect(
            [.unknownElement, .unknownPlace, .unknownScene].contains(answer.code)
                || answer.message.contains("there is no")
        )
        #expect(house.sent.isEmpty)
        #expect(house.refusals.isEmpty)
        for word in ["Gong", "Torre", "Cocina", "Level", "Buzzer", "Noche", "Fuera"] where !line.contains(word) {
            #expect(!"\(answer)".contains(word))
        }
    }

    @Test(arguments: ["show Gong", "set Gong on", "scene Noche", "calendar Torre", "stats Torre", "scene stop Noche"])
    func unlimitedPrincipalIsNotRefused(line: String) throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        let id = try house.give(line, by: .eva)
        let code = house.fault(id)?.code
        #expect(code == nil || code == .noHistory)
    }

    @Test func nameIsNotAmbiguousIfOnlyOneMatchIsVisible() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        let id = try house.give("set Luz on", by: .eva)
        #expect(house.fault(id)?.code == .ambiguousName)
        let seen = try house.give("set Luz on", by: .luis)
        #expect(house.fault(seen) == nil)
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Salon/Luz"])
    }

    @Test func ambiguousNameListsOnlyVisibleMatches() throws {
        let house = HouseUnderTest(
            HouseUnderTest.limited(.init(role: .act, places: ["Casa/Salon/Luz", "Casa/Cocina"]))
        )
        #expect(try house.limitedFault("show Luz")?.hint?.contains("Casa/Cocina/Luz") == true)
        let casa = House(
            name: "Casa",
            sectors: ["A", "B", "C"].map { Sector(name: $0, elements: [HouseUnderTest.element("Luz", .binary)]) }
        )
        var catalog = HouseUnderTest.catalog(houses: [casa])
        catalog.access = AccessRules(grants: [.user(1002): .init(role: .read, places: ["Casa/A", "Casa/C"])])
        let other = HouseUnderTest(catalog)
        let hint = try #require(try other.limitedFault("show Luz")?.hint)
        #expect(hint.contains("Casa/A/Luz") && hint.contains("Casa/C/Luz") && !hint.contains("Casa/B/Luz"))
    }

    @Test func insufficientRoleLearnsNoInvisibleNames() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .read, places: ["Casa/Salon"])))
        #expect(try house.limitedFault("set Gong on")?.code == .unknownElement)
        #expect(try house.limitedFault("scene Noche")?.code == .unknownScene)
        #expect(try house.limitedFault("set Dimmer on")?.code == .notAllowed)
        #expect(try house.limitedFault("scene Salon")?.code == .notAllowed)
        #expect(house.sent.isEmpty)
        #expect(house.refusals.map(\.request) == ["set Dimmer", "scene Salon"])
        #expect(house.refusals.allSatisfy { $0.principal == .luis && $0.needed == .act })
    }

    @Test func principalWithoutRightsLearnsNoNames() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .none)))
        for line in ["show Gong", "show Nothing", "scene Noche", "scene Nothing", "ls", "status", "watch", "reload"] {
            let fault = try #require(try house.limitedFault(line))
            #expect(fault.code == .notAllowed)
        }
        house.feed(.load(HouseUnderTest.limited(.init(role: .none)), ids: []))
        #expect(!house.events.isEmpty)
        #expect(house.limitedEvents.isEmpty)
    }

    @Test func refusalIsNotedWithoutTheValueOfTheOrder() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .read)))
        _ = try house.limited("set Display secret")
        #expect(house.refusals == [Refusal(principal: .luis, request: "set Display", needed: .act)])
    }

    /// Somebody who tries again and again does not fill the log.
    @Test func onlySoManyRefusalsAreLogged() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .read)))
        for _ in 0..<1000 { try house.give("set Display hola", by: .luis) }
        #expect(house.refusals.count == RefusalCounts.maxPerMinute)
        house.pass(.seconds(61))
        try house.give("set Display hola", by: .luis)
        #expect(house.refusals.last?.omitted == 1000 - RefusalCounts.maxPerMinute)
    }
}
