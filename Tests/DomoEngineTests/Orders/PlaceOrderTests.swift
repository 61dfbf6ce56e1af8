import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What orders for places reach, and what they leave out.
struct PlaceOrderTests {
    private struct Missing: Error {}

    private static func report(_ reply: Reply?) throws -> GroupReport {
        guard case .group(let report)? = reply else { throw Missing() }
        return report
    }

    private static func element(
        _ name: String,
        _ types: [FacetType],
        _ elementClass: ElementClass? = nil,
        button: Details.Button? = nil,
        inGroups: Bool? = nil
    ) -> Element {
        let details = Details(elementClass: elementClass, button: button, inGroups: inGroups)
        return Element(
            name: name,
            kind: .device,
            types: FacetTypes(types)!,
            details: details == Details() ? nil : details
        )
    }

    private static func house(_ elements: [Element], _ change: (inout FakeProfile) -> Void = { _ in }) -> HouseUnderTest
    {
        var profile = FakeProfile("http://casa")
        change(&profile)
        let link = Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))
        return HouseUnderTest(
            Catalog(houses: [House(name: "Casa", elements: elements)], links: [link], linkOfHouse: [0])
        )
    }

    /// One element of each class that can be switched: `off` reaches what people mean by "everything off".
    @Test func offReachesLightsFansSocketsAndUnclassifiedDevices() throws {
        let switchable = ElementClass.allCases.filter { $0.types.contains(.binary) }
        let house = Self.house(
            switchable.map { Self.element($0.word, [.binary], $0) } + [Self.element("plain", [.binary])]
        )
        let report = try Self.report(try house.ask("off Casa --explain"))
        #expect(report.elements == ["Casa/light", "Casa/socket", "Casa/fan", "Casa/plain"])
        let leftOut = try #require(report.leftOut)
        #expect(leftOut.count == switchable.count - 3)
        #expect(leftOut.contains(.init(element: "Casa/lock", reason: "class lock")))
        try house.give("off Casa")
        #expect(house.signals == ["light=off", "socket=off", "fan=off", "plain=off"])
    }

    /// What lets somebody in, warns or heats is switched only by its own name.
    @Test(arguments: ["on", "off"]) func switchingAPlaceNeverReachesDoorsAndValves(value: String) throws {
        let never: [ElementClass] = [.lock, .gate, .garage, .door, .valve, .siren]
        let house = Self.house(
            never.map { Self.element($0.word, [.binary], $0, inGroups: true) } + [
                Self.element("lamp", [.binary], .light)
            ]
        )
        try house.give("set Casa \(value) --all")
        #expect(house.signals == ["lamp=\(value)"])
        let report = try Self.report(try house.ask("set Casa \(value) --all --as binary --explain"))
        #expect(report.leftOut?.map(\.element) == never.map { "Casa/\($0.word)" })
    }

    @Test func buttonsAreNeverReached() throws {
        let house = Self.house([
            Self.element("Timbre", [.binary], button: Details.Button(), inGroups: true),
            Self.element("Cierre", [.binary]), Self.element("Luz", [.binary]),
        ]) { $0.buttons = ["Casa/Cierre"] }
        for line in ["off Casa", "set Casa on --all", "set Casa off --all"] { try house.give(line) }
        #expect(Set(house.sent.map(\.dispatch.target.name)) == ["Luz"])
        let report = try Self.report(try house.ask("set Casa on --all --explain"))
        #expect(report.leftOut?.map(\.reason) == ["a push button", "a push button"])
        // Nothing else takes it.
        guard case .fault(let fault)? = try house.ask("set Casa press --all") else { throw Missing() }
        #expect(fault.code == .refusedValue)
    }

    @Test func storm() throws {
        let house = Self.house([
            Self.element("Persiana", [.bidirectional], .shutter), Self.element("Toldo", [.bidirectional]),
            Self.element("Garaje", [.bidirectional], .garage), Self.element("Nivel", [.regulable], .valve),
        ])
        try house.give("set Casa down --all")
        #expect(house.signals == ["Persiana=down", "Toldo=down", "Garaje=down"])
        // Up opens.
        try house.answerAll()
        try house.give("set Casa up --all")
        #expect(house.signals.suffix(2) == ["Persiana=up", "Toldo=up"])
        try house.give("set Casa 40 --all")
        #expect(house.signals.last == "Nivel=40")
    }

    @Test(
        arguments: [
            "Portón", "Abrepuerta", "Türöffner", "Alarma", "Einbruchmeldung", "Sirena", "Nevera", "Congelador",
            "Kühlschrank", "Gefrierschrank", "Server", "Router", "Acuario", "Bomba de calor", "Heizungspumpe",
            "Koelkast",
            "Congélateur", "Frigorifero",
        ]
    ) func guardedNamesAreLeftOut(name: String) throws {
        let house = Self.house([Self.element(name, [.binary]), Self.element("Mesa", [.binary])])
        let report = try Self.report(try house.ask("off Casa --explain"))
        #expect(report.elements == ["Casa/Mesa"])
        #expect(report.leftOut?.map(\.element) == ["Casa/\(name)"])
    }

    @Test(arguments: ["Luz garaje", "Luz acuario", "Bombilla", "Ventilador", "Torre", "Lámpara del portón"])
    func otherNamesAreReached(name: String) throws {
        let house = Self.house([Self.element(name, [.binary])])
        #expect(try Self.report(try house.ask("off Casa --explain")).elements == ["Casa/\(name)"])
    }

    @Test func theHouseFileDecides() throws {
        let house = Self.house([
            Self.element("Nevera", [.binary], .socket, inGroups: true),
            Self.element("Lampara", [.binary], inGroups: false),
            Self.element("Humo", [.binary], .smoke, inGroups: true),
            Self.element("Persiana", [.bidirectional], .shutter, inGroups: false),
        ])
        #expect(try Self.report(try house.ask("off Casa --explain")).elements == ["Casa/Nevera", "Casa/Humo"])
        guard case .fault(let fault)? = try house.ask("set Casa up --all") else { throw Missing() }
        #expect(fault.code == .refusedValue)
    }

    /// Two names of one actuator: what one of them protects, the other does not reach.
    @Test func otherNamesOfALockAreLeftOut() throws {
        let house = Self.house([Self.element("Puerta", [.binary], .lock), Self.element("Salida", [.binary])]) {
            $0.devices = ["Casa/Puerta": "7", "Casa/Salida": "7"]
        }
        #expect(try Self.report(try house.ask("off Casa --explain")).elements.isEmpty)
    }

    @Test func scenesReachTheSame() throws {
        let elements = [Self.element("Cerradura", [.binary], .lock), Self.element("Luz", [.binary])]
        let house = HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [House(name: "Casa", elements: elements)],
                scenes: [("Todo", "off Casa\nset Casa on --all\n")]
            )
        )
        try house.give("scene Todo")
        try house.answerAll()
        #expect(Set(house.sent.map(\.dispatch.target.name)) == ["Luz"])
        guard case .why(let report)? = try house.ask("why Cerradura") else { throw Missing() }
        #expect(report.scenes.isEmpty)
    }
}
