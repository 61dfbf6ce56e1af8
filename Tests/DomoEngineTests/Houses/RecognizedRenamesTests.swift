import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Elements that have another path, and are the same for their link.
struct RecognizedRenamesTests {
    /// A house from the paths of its elements: `Salon/Luz`; after `=` the device that it is for its link, else its name;
    /// `*` is virtual, `!` has another type, `+` is a part of the element before it.
    private static func catalog(_ paths: [String], house: String = "Casa") -> Catalog {
        var root = Sector(name: house)
        var devices = ["": ""]
        for text in paths {
            let halves = text.split(separator: "=")
            let marks = halves[0].prefix { "*!+".contains($0) }
            let names = halves[0].dropFirst(marks.count).split(separator: "/").map(String.init)
            let type: FacetType = marks.contains("!") ? .regulable : .binary
            let element = Element(
                name: names[names.count - 1],
                kind: .device,
                isPart: marks.contains("+"),
                types: FacetTypes([type]) ?? FacetTypes(),
                details: marks.contains("*") ? Details(initial: .off) : nil
            )
            let path = ([house] + names).joined(separator: "/")
            devices[path] = halves.count > 1 ? String(halves[1]) : names[names.count - 1]
            add(element, at: names.dropLast(element.isPart ? 2 : 1)[...], to: &root)
        }
        var profile = FakeProfile("http://casa")
        profile.devices = devices
        return Catalog(
            houses: [House(name: house, elements: root.elements, sectors: root.sectors)],
            links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
            linkOfHouse: [0]
        )
    }

    private static func add(_ element: Element, at path: ArraySlice<String>, to sector: inout Sector) {
        guard let name = path.first else { return sector.elements.append(element) }
        if !sector.sectors.contains(where: { $0.name == name }) { sector.sectors.append(Sector(name: name)) }
        guard let place = sector.sectors.firstIndex(where: { $0.name == name }) else { return }
        add(element, at: path.dropFirst(), to: &sector.sectors[place])
    }

    private static let now = Instant(uptime: 0, wall: Timestamp(milliseconds: 0))

    private func renames(_ old: [String], _ new: [String], house: String = "Casa") -> [String] {
        RecognizedRenames.changes(from: Self.catalog(old), to: Self.catalog(new, house: house), at: Self.now)
            .map { "\($0.old) > \($0.new)\($0.isPlace ? " (place)" : "")" }
    }

    @Test func elementMovedToAnotherSectorIsRecognized() {
        let renames = renames(["Salon/Luz", "Salon/Otra", "Cocina/Luz2"], ["Salon/Otra", "Cocina/Luz2", "Cocina/Luz"])
        #expect(renames == ["Casa/Salon/Luz > Casa/Cocina/Luz"])
    }

    @Test func elementWithAnotherNameAndTheSameAddressesIsRecognized() {
        #expect(renames(["Luz=1/0/1", "Otra"], ["Lampara=1/0/1", "Otra"]) == ["Casa/Luz > Casa/Lampara"])
    }

    @Test(arguments: [
        ("another device", ["Luz=1"], ["Lampara=2"]),
        ("another type", ["Luz=1"], ["!Lampara=1"]),
        ("virtual", ["*Modo", "Otra"], ["*Modos", "Otra"]),
        ("twins before", ["Luz=1", "Luz2=1"], ["Lampara=1", "Otra=7"]),
        ("twins after", ["Luz=1", "Otra"], ["Lampara=1", "Lampara2=1", "Otra"]),
        ("a twin that stays", ["Luz=1", "Stays=1"], ["Lampara=1", "Stays=1"]),
        ("a twin that was there", ["Luz=1", "Stays=2"], ["Lampara=1", "Stays=1"]),
        ("swapped names", ["A=1", "B=2"], ["A=2", "B=1"]),
        ("swapped places", ["Salon/Luz=1", "Cocina/Luz=2"], ["Salon/Luz=2", "Cocina/Luz=1"]),
        ("one name on", ["A=1", "B=2"], ["B=1", "C=2"]),
        ("nothing vanished", ["A=1"], ["A=1", "B=2"]),
        ("nothing is new", ["A=1", "B=2"], ["A=1"]),
        ("an element becomes a place", ["Luz=1"], ["Luz/Lampara=1"]),
        ("a place becomes an element", ["Luz/Lampara=1"], ["Luz=1"]),
    ]) func whatIsNotCertainIsNotRecognized(why: String, old: [String], new: [String]) {
        #expect(renames(old, new) == [], "\(why)")
    }

    @Test func renamedSectorIsOneRename() {
        let renames = renames(
            ["Salon/Luz", "Salon/Rincon/Farol", "Patio/Foco"],
            ["Estar/Luz", "Estar/Rincon/Farol", "Patio/Foco"]
        )
        #expect(renames == ["Casa/Salon > Casa/Estar (place)"])
    }

    @Test func renamedHouseIsOneRename() {
        let renames = renames(["Salon/Luz", "Timbre"], ["Salon/Luz", "Timbre"], house: "Home")
        #expect(renames == ["Casa > Home (place)"])
    }

    /// Virtual elements and twins are not certain alone.
    @Test func everythingInASectorMovesWithIt() {
        let old = ["Salon/Luz", "*Salon/Modo", "Salon/A=1", "Salon/B=1"]
        #expect(
            renames(old, ["Estar/Luz", "*Estar/Modo", "Estar/A=1", "Estar/B=1"]) == ["Casa/Salon > Casa/Estar (place)"]
        )
        #expect(
            renames(old, ["Estar/Luz", "*Estar/Modos", "Estar/A=1", "Estar/B=1"]) == ["Casa/Salon/Luz > Casa/Estar/Luz"]
        )
        #expect(renames(["*Salon/Modo"], ["*Estar/Modo"]) == [])
    }

    @Test func sectorIsNotRenamedIfAnElementWentElsewhere() {
        #expect(
            renames(["Salon/Luz", "Salon/Farol", "Patio/Foco"], ["Estar/Luz", "Patio/Farol", "Patio/Foco"])
                == ["Casa/Salon/Luz > Casa/Estar/Luz", "Casa/Salon/Farol > Casa/Patio/Farol"].sorted {
                    $0.count < $1.count
                }
        )
        // The new one was there before.
        #expect(
            renames(["Salon/Luz", "Estar/Foco"], ["Estar/Luz", "Estar/Foco"]) == ["Casa/Salon/Luz > Casa/Estar/Luz"]
        )
    }

    /// Two sectors become one: neither is it.
    @Test func sectorsThatBecomeOneAreNotRenamed() {
        #expect(
            renames(["A/Luz", "B/Farol"], ["Estar/Luz", "Estar/Farol"])
                == ["Casa/A/Luz > Casa/Estar/Luz", "Casa/B/Farol > Casa/Estar/Farol"]
        )
    }

    @Test func sectorThatIsInAnotherOneNowIsRecognized() {
        #expect(
            renames(["Salon/Luz", "Foco"], ["Abajo/Salon/Luz", "Foco"]) == ["Casa/Salon > Casa/Abajo/Salon (place)"]
        )
    }

    // MARK: - Parts

    @Test func partsFollowTheirDevice() {
        #expect(
            renames(["Clima=1", "+Clima/Modo=2", "+Clima/T=3", "X"], ["Aire=1", "+Aire/Modo=2", "+Aire/T=3", "X"])
                == ["Casa/Clima > Casa/Aire"]
        )
        // A part that has another address now, or none before.
        #expect(renames(["Clima=1", "+Clima/T=3", "X"], ["Aire=1", "+Aire/T=4", "X"]) == ["Casa/Clima > Casa/Aire"])
        #expect(renames(["Clima=1", "X"], ["Aire=1", "+Aire/T=4", "X"]) == ["Casa/Clima > Casa/Aire"])
    }

    @Test func deviceWhosePartsSaySomethingElseIsNotRecognized() {
        #expect(renames(["Clima=1", "+Clima/A=2", "+Clima/B=3"], ["Aire=1", "+Aire/A=3", "+Aire/B=2"]) == [])
        #expect(renames(["Clima=1", "+Clima/A=2", "X"], ["Aire=1", "X", "+X/A=2"]) == [])
    }

    @Test func renamedPartIsRecognized() {
        #expect(
            renames(["Clima=1", "+Clima/T=2"], ["Clima=1", "+Clima/Temperatura=2"])
                == ["Casa/Clima/T > Casa/Clima/Temperatura"]
        )
    }

    /// `domo import knx --group`.
    @Test func elementThatBecomesAPartIsRecognized() {
        #expect(
            renames(["Clima=1", "Modo clima=2"], ["Clima=1", "+Clima/Modo=2"]) == ["Casa/Modo clima > Casa/Clima/Modo"]
        )
    }

    // MARK: - Loads

    @Test func renamedElementKeepsItsReadingAndItsOrders() throws {
        let house = HouseUnderTest(Self.catalog(["Luz=1", "Otra"]))
        try house.obey("set Luz on")
        let id = try house.give("set Luz off")
        let next = Self.catalog(["Otra", "Salon/Lampara=1"])
        let base = house.engine.loadBase
        let changes = RecognizedRenames.changes(since: base, to: next, at: house.now)
        #expect(changes == [PathChange(old: "Casa/Luz", new: "Casa/Salon/Lampara")])
        house.feed(.prepared(PreparedLoad(next, after: base, renames: changes, at: house.now), ids: []))
        #expect(try house.reading("Lampara", .binary).value == .on)
        try house.answerAll()
        #expect(house.receipt(id)?.outcome == .accepted)
        #expect(try house.reading("Lampara", .binary).value == .off)
        guard
            case .reading("Casa/Salon/Lampara", .binary, let reading)? = house.records.last(where: {
                if case .reading = $0 { true } else { false }
            })
        else {
            Issue.record("not stored under its new path")
            return
        }
        #expect(reading.value == .off)
    }

    @Test func virtualElementOfARenamedSectorKeepsItsValue() throws {
        let house = HouseUnderTest(Self.catalog(["Salon/Luz", "*Salon/Modo"]))
        try house.give("set Modo on")
        let (base, next) = (house.engine.loadBase, Self.catalog(["Estar/Luz", "*Estar/Modo"]))
        let changes = RecognizedRenames.changes(since: base, to: next, at: house.now)
        #expect(changes == [PathChange(old: "Casa/Salon", new: "Casa/Estar", isPlace: true)])
        house.feed(.prepared(PreparedLoad(next, after: base, renames: changes, at: house.now), ids: []))
        #expect(try house.reading("Modo", .binary).value == .on)
        #expect(house.kept.last?.all.map(\.facet.path) == ["Casa/Estar/Modo"])
    }

    @Test func reloadReportsWhatWasRenamed() throws {
        let house = HouseUnderTest(Self.catalog(["Luz=1"]))
        let id = try house.give("reload")
        let (base, next) = (house.engine.loadBase, Self.catalog(["Lampara=1"]))
        let changes = RecognizedRenames.changes(since: base, to: next, at: house.now)
        house.feed(.prepared(PreparedLoad(next, after: base, renames: changes, at: house.now), ids: [id]))
        guard case .reloaded(let report)? = house.replies[id] else {
            Issue.record("no report")
            return
        }
        #expect(report.renamed == [.init(old: "Casa/Luz", new: "Casa/Lampara")])
    }
}
