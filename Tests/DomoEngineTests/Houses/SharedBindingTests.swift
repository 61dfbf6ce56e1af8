import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Twins: elements that are the same device for their link.
struct SharedBindingTests {
    private static let reading = ReadPolicy(interval: .seconds(10))

    /// - Parameters:
    ///   - devices: by the paths of elements.
    ///   - isRead: whether the link reports states.
    private func catalog(
        _ devices: [String: String],
        elements: [Element] = [
            HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Light", .binary),
            HouseUnderTest.element("Plug", .binary),
        ],
        isRead: Bool = false
    ) -> Catalog {
        let reading = isRead ? Self.reading : nil
        var profile = FakeProfile("http://casa", reports: isRead ? [.binary] : [], reading: reading)
        profile.devices = devices
        return Catalog(
            houses: [House(name: "Casa", elements: elements)],
            links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
            linkOfHouse: [0]
        )
    }

    private static let twins = ["Casa/Lamp": "1", "Casa/Light": "1", "Casa/Plug": "2"]
    private static let apart = ["Casa/Lamp": "1", "Casa/Light": "3", "Casa/Plug": "2"]

    private func values(_ house: HouseUnderTest, _ names: String...) throws -> [Value?] {
        try names.map { try house.reading($0, .binary).value }
    }

    @Test func twinsAreSwitchedOffOnce() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        guard case .group(let report)? = try house.ask("off Casa") else { throw Fault(.busy, "no report") }
        #expect(report.elements == ["Casa/Lamp", "Casa/Plug"])
        #expect(house.sent.map(\.dispatch.target.name) == ["Lamp", "Plug"])
    }

    @Test func anOrderForOneShowsOnBoth() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        let id = try house.give("set Light on")
        try house.answer()
        #expect(house.receipt(id)?.element == "Casa/Light")
        #expect(try values(house, "Lamp", "Light", "Plug") == [.on, .on, nil])
        #expect(house.events.filter { $0.kind == .reading }.map(\.path) == ["Casa/Lamp", "Casa/Light"])
        let stored = house.records.compactMap { record in
            if case .reading(let element, _, let reading) = record {
                "\(element) \(reading.value?.word ?? "")"
            } else {
                nil
            }
        }
        #expect(stored == ["Casa/Lamp on", "Casa/Light on"])
        #expect(house.signals == ["Lamp=on"])
    }

    @Test func theirOrdersGoOneAfterTheOther() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        try house.give("set Lamp on")
        try house.give("set Light off")
        try house.give("set Plug on")
        #expect(house.signals == ["Lamp=on", "Plug=on"])
        try house.answerAll()
        #expect(try values(house, "Lamp", "Light") == [.off, .off])
    }

    @Test func aReadingOfOneShowsOnBothAndOnlyOneIsPolled() throws {
        let house = HouseUnderTest(catalog(Self.twins, isRead: true))
        for _ in 0..<2 { try house.report(["Lamp": .on, "Plug": .off]) }
        #expect(try values(house, "Lamp", "Light", "Plug") == [.on, .on, .off])
        #expect(Set(house.read.flatMap { $0.query.targets.map(\.name) }) == ["Lamp", "Plug"])
    }

    @Test func anOrderOfOneIsConfirmedByTheReadingOfBoth() throws {
        let house = HouseUnderTest(catalog(Self.twins, isRead: true))
        let id = try house.give("set Light on --wait confirmed")
        try house.answer()
        for _ in 0..<3 where house.replies[id] == nil { try house.report(["Lamp": .on, "Plug": .off]) }
        #expect(house.receipt(id)?.outcome == .confirmed)
        #expect(try house.reading("Lamp", .binary).certainty == .confirmed)
    }

    @Test func ordersOfOneAreListedForBoth() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        try house.obey("set Light on")
        guard case .orders(let list)? = try house.ask("orders Lamp") else { throw Missing() }
        #expect(list.orders.map(\.element) == ["Casa/Light"])
        #expect(house.recalls.values.first == .orders(elements: ["Casa/Lamp", "Casa/Light"], last: 20))
    }

    @Test func sceneSeesTheOrdersForTheOther() throws {
        var catalog = catalog(Self.twins)
        let (script, mistakes) = ScriptParser.parse("when Light on\nset Plug on\n")
        #expect(mistakes.isEmpty)
        catalog.scenes = [Catalog.Scene(name: "follow", file: "follow.domo", script: script)]
        let house = HouseUnderTest(catalog)
        try house.obey("set Lamp on")
        #expect(house.signals == ["Lamp=on", "Plug=on"])
    }

    @Test func explanationOfASceneGoesByTheStepsForTheOther() throws {
        var catalog = catalog(Self.twins)
        let (script, _) = ScriptParser.parse("set Lamp on\ntoggle Light\n")
        catalog.scenes = [Catalog.Scene(name: "both", file: "both.domo", script: script)]
        guard case .explanation(let explanation)? = try HouseUnderTest(catalog).ask("scene both --explain") else {
            throw Missing()
        }
        #expect(explanation.signals.map(\.action) == ["on", "off"])
    }

    /// Their state is kept under the first one, which may be removed.
    @Test func readingStaysWhenTheFirstTwinIsRemoved() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        try house.obey("set Light on")
        let rest = [HouseUnderTest.element("Plug", .binary), HouseUnderTest.element("Light", .binary)]
        house.feed(.load(catalog(Self.twins, elements: rest), ids: []))
        #expect(try values(house, "Light", "Plug") == [.on, nil])
    }

    @Test func formerTwinsDoNotShareReadings() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        try house.obey("set Light on")
        house.feed(.load(catalog(Self.apart), ids: []))
        #expect(try values(house, "Lamp", "Light") == [.on, nil])
        try house.obey("set Light off")
        #expect(try values(house, "Lamp", "Light") == [.on, .off])
    }

    @Test func lastReadingCountsWhenElementsBecomeTwins() throws {
        for names in [["Lamp", "Light"], ["Light", "Lamp"]] {
            let house = HouseUnderTest(catalog(Self.apart))
            try house.obey("set \(names[0]) off")
            house.pass(.seconds(1))
            try house.obey("set \(names[1]) on")
            house.feed(.load(catalog(Self.twins), ids: []))
            #expect(try values(house, "Lamp", "Light") == [.on, .on], "\(names)")
            house.expectNothingIsHeld()
        }
    }

    /// It is another device: the reading of the previous one does not apply.
    @Test func aReloadThatBindsAnElementToAnotherDeviceMakesItStale() throws {
        let house = HouseUnderTest(catalog(Self.apart))
        try house.obey("set Light on")
        try house.obey("set Lamp on")
        var changed = Self.apart
        changed["Casa/Light"] = "4"
        house.feed(.load(catalog(changed), ids: []))
        #expect(try house.reading("Light", .binary).isStale)
        #expect(try !house.reading("Lamp", .binary).isStale)
    }

    @Test func mappingAnElementDoesNotMakeOthersStale() throws {
        let house = HouseUnderTest(catalog([:]))
        try house.obey("set Light on")
        try house.obey("set Lamp on")
        house.feed(.load(catalog(["Casa/Lamp": "1"]), ids: []))
        #expect(try !house.reading("Light", .binary).isStale)
        #expect(try house.reading("Lamp", .binary).isStale)
    }

    @Test func lastRestoredReadingOfTwinsCounts() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        func known(_ name: String, _ value: Value, _ seconds: Int64) -> Memory.Known {
            let since = Timestamp(milliseconds: house.now.wall.milliseconds - 1000 * seconds)
            return .init(
                element: "Casa/\(name)",
                type: .binary,
                reading: Reading(value: value, certainty: .confirmed, since: since, cause: .house)
            )
        }
        house.feed(.remembered(Memory(readings: [known("Lamp", .off, 60), known("Light", .on, 30)])))
        #expect(try values(house, "Lamp", "Light") == [.on, .on])
        house.feed(.remembered(Memory(readings: [known("Lamp", .off, 90)])))
        #expect(try values(house, "Lamp", "Light") == [.on, .on])
    }

    @Test func elementsOfOtherTypesThatShareASignalAreStaleAfterIt() throws {
        let elements = [HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Dimmer", .binary, .regulable)]
        let house = HouseUnderTest(catalog(["Casa/Lamp": "1", "Casa/Dimmer": "1"], elements: elements))
        try house.obey("set Dimmer 40")
        #expect(try !house.reading("Dimmer", .regulable).isStale)
        try house.obey("set Lamp off")
        #expect(try house.reading("Lamp", .binary).value == .off)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        #expect(try house.reading("Dimmer", .binary).isStale)
        try house.obey("set Dimmer 30")
        #expect(try house.reading("Lamp", .binary).isStale)
        #expect(try house.status.warnings.count == 1)
    }

    // MARK: - Warnings

    @Test func warningNamesAllTwins() throws {
        let house = HouseUnderTest(catalog(Self.twins))
        #expect(
            try house.status.warnings == [
                "Casa/Lamp and Casa/Light are the same device at http://casa: their signals are identical, "
                    + "so an order or a reading of one applies to all"
            ]
        )
    }

    @Test func elementsOfOneNameAreComparedByWhatIsSentForThem() throws {
        func warnings(_ devices: [String: String], server: String = "http://casa") throws -> [String] {
            let houses = ["Casa", "Torre"].map { House(name: $0, elements: [HouseUnderTest.element("Lamp", .binary)]) }
            var (one, other) = (FakeProfile("http://casa"), FakeProfile(server))
            (one.devices, other.devices) = (devices, devices)
            let links = [one, other].map { profile in
                Catalog.Link(label: profile.endpoints[0].label, profile: profile, port: FakeLink("x"))
            }
            let house = HouseUnderTest(Catalog(houses: houses, links: links, linkOfHouse: [0, 1]))
            return try house.status.warnings
        }
        #expect(try warnings([:]).count == 1)
        #expect(try warnings([:], server: "http://torre") == [])
        #expect(try warnings(["Torre/Lamp": "2"]) == [])
    }

    private struct Missing: Error {}
}
