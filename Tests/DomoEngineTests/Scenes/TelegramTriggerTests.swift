import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Telegrams on a bus start scenes; answers to reads do not.
struct TelegramTriggerTests {
    private static func house(_ text: String) throws -> HouseUnderTest {
        let (script, mistakes) = ScriptParser.parse(text)
        #expect(mistakes.isEmpty)
        var catalog = PushingLinkTests.catalog()
        catalog.scenes = [Catalog.Scene(name: "Regla", file: "r.domo", script: script)]
        let house = HouseUnderTest(catalog)
        house.feed(.link(try bus(of: house), endpoint: nil, .up))
        return house
    }

    private static func bus(of house: HouseUnderTest) throws -> LinkID {
        try #require(house.started.last { $0.key == "bus" })
    }

    private func starts(_ house: HouseUnderTest) -> Int {
        house.events.count { $0.scene == "Regla" && $0.progress == .begins }
    }

    private func send(_ message: LinkMessage, to house: HouseUnderTest) throws -> Int {
        let before = starts(house)
        house.feed(.messages(try Self.bus(of: house), [message]))
        return starts(house) - before
    }

    private static func message(
        _ value: String?,
        raw: String = "01",
        _ service: TelegramView.Service = .write,
        from source: String? = "1.1.5",
        isOwn: Bool = false
    ) -> LinkMessage {
        LinkMessage(
            TelegramView(address: "1/2/3", service: service, value: value, raw: raw, source: source, isOwn: isOwn)
        )
    }

    // MARK: Telegrams

    @Test(arguments: [
        ("", message("off")), ("", message(nil)), (" is on", message("on")), (" is ON", message("on")),
        (" is on", message(nil)), (" is off", message(nil, raw: "00")), (" is 1", message("open")),
        (" is open", message("open")), (" is 21.5", message("21.50", raw: "0c33")),
        (" is 40%", message("40", raw: "66")),
        (" is 0x0C33", message(nil, raw: "0c33")), (" above 20", message("21.5", raw: "0c33")),
        (" below 22", message("21.5", raw: "0c33")), (" from 1.1.5", message("on")),
        (" is on from 1.1.5", message("on")),
    ])
    func telegramStartsTheScene(test: String, message: LinkMessage) throws {
        let house = try Self.house("when telegram 1/2/3\(test)\nset Luz on")
        #expect(try send(message, to: house) == 1)
        let begins = try #require(house.events.last { $0.progress == .begins })
        #expect(begins.by?.kind == .trigger)
        #expect(begins.by?.name.hasPrefix("when telegram 1/2/3") == true)
    }

    @Test(arguments: [
        ("", message("on", .read)), ("", message("on", .response)), ("", message("on", isOwn: true)),
        (" is on", message("off", raw: "00")), (" is off", message(nil)), (" is on", message("open")),
        (" is 102", message("40", raw: "66")), (" is on", message(nil, raw: "02")), (" above 21.5", message("21.5")),
        (" below 21.5", message("21.5")), (" above 20", message(nil, raw: "ff")),
        (" from 1.1.5", message("on", from: nil)),
        (" from 1.1.5", message("on", from: "1.1.50")),
    ])
    func telegramStartsNothing(test: String, message: LinkMessage) throws {
        let house = try Self.house("when telegram 1/2/3\(test)\nset Luz on")
        #expect(try send(message, to: house) == 0)
    }

    /// The link writes addresses in the style of its installation, the author of the scene in another.
    @Test(arguments: ["1/2/3", "1/515", "2563"])
    func addressIsTheSameInEachOfItsStyles(written: String) throws {
        let house = try Self.house("when telegram \(written)\nset Luz on")
        for address in ["1/2/3", "1/515", "2563"] {
            #expect(try send(LinkMessage(TelegramView(address: address, service: .write)), to: house) == 1)
        }
        #expect(try send(LinkMessage(TelegramView(address: "1/2/4", service: .write)), to: house) == 0)
        #expect(try send(LinkMessage(TelegramView(address: "nonsense", service: .write)), to: house) == 0)
    }

    @Test func repeatsCount() throws {
        let house = try Self.house("when telegram 1/2/3 is on\ntoggle Luz")
        house.feed(.messages(try Self.bus(of: house), [Self.message("on"), Self.message("on"), Self.message("on")]))
        #expect(starts(house) == 3)
    }

    @Test func conditionsHoldForTelegrams() throws {
        let house = try Self.house("when telegram 1/2/3\nonly if Dimmer 40\nset Luz on")
        #expect(try send(Self.message("on"), to: house) == 0)
        #expect(house.events.last?.progress == .skipped)
        let level = Observation(PushingLinkTests.level("Dimmer"), .level(Percent(clamping: 40)))
        house.feed(.observed(try Self.bus(of: house), [level]))
        #expect(try send(Self.message("on"), to: house) == 1)
    }

    /// The status that an actuator sends spontaneously comes back as a telegram.
    @Test func sceneThatStartsItselfByAStatusIsStopped() throws {
        let house = try Self.house("when telegram 1/4/1\ndim Dimmer 40")
        let status = LinkMessage(
            TelegramView(address: "1/4/1", service: .write, value: "40", source: "1.1.9"),
            facets: [PushingLinkTests.level("Dimmer")]
        )
        for _ in 0..<(SceneChains.maxSelfStarts + 5) {
            _ = try send(status, to: house)
            while house.answeredCount < house.sent.count { try house.answer() }
        }
        #expect(starts(house) == SceneChains.maxSelfStarts + 1)
        #expect(house.events.last { $0.progress == .skipped }?.message?.contains("started itself") == true)
    }

    @Test func explanationAndListKnowTheTrigger() throws {
        let house = try Self.house("when telegram 1/2/3 is 'all off' from 1.1.5\nset Luz on")
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.map(\.triggers) == [["when telegram 1/2/3 is 'all off' from 1.1.5"]])
        guard case .explanation(let explanation)? = try house.ask("scene Regla --explain") else {
            throw Fault(.busy, "no explanation")
        }
        #expect(explanation.signals.map(\.action) == ["on"])
    }

    // MARK: Reads

    private static let level = PushingLinkTests.level("Dimmer")

    private func observe(_ level: Int, isResponse: Bool, of house: HouseUnderTest) throws -> Int {
        let before = starts(house)
        let value = Value.level(Percent(clamping: level))
        house.feed(.observed(try Self.bus(of: house), [Observation(Self.level, value, isResponse: isResponse)]))
        #expect(try house.reading("Dimmer", .regulable).value == value)
        #expect(try house.reading("Dimmer", .regulable).certainty == .confirmed)
        return starts(house) - before
    }

    @Test(arguments: ["when Dimmer 40", "when Dimmer above 30", "when Dimmer changes"])
    func responseConfirmsAndStartsNothing(trigger: String) throws {
        let house = try Self.house("\(trigger)\nset Luz on")
        #expect(try observe(40, isResponse: true, of: house) == 0)
        #expect(try observe(40, isResponse: false, of: house) == 0, "it held before")
        #expect(try observe(10, isResponse: true, of: house) == 0)
        #expect(try observe(40, isResponse: false, of: house) == 1)
    }

    @Test(arguments: ["when Dimmer 40", "when Dimmer changes"])
    func answerToOwnReadOfABusStartsNothing(trigger: String) throws {
        let house = try Self.house("\(trigger)\nset Luz on")
        var asked = 0
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 {
                asked += 1
                try house.answerQuery(["Cover": .level(Percent(clamping: 40)), "Dimmer": .level(Percent(clamping: 40))])
            }
        }
        #expect(asked > 1 && starts(house) == 0)
        #expect(try house.reading("Dimmer", .regulable).certainty == .confirmed)
    }

    /// A change in the same report as a response still counts.
    @Test func changeBesideAResponseStartsTheScene() throws {
        let house = try Self.house("when Dimmer 40\nset Luz on")
        let cover = Observation(PushingLinkTests.level("Cover"), .level(Percent(clamping: 1)), isResponse: true)
        let value = Value.level(Percent(clamping: 40))
        for order in [[Observation(Self.level, value), cover], [cover, Observation(Self.level, value)]] {
            _ = try observe(10, isResponse: true, of: house)
            let before = starts(house)
            house.feed(.observed(try Self.bus(of: house), order))
            #expect(starts(house) == before + 1)
        }
    }

    @Test func responseEndsAWaitAndKeepsAHold() throws {
        let house = try Self.house("when Dimmer 40 for 10s\nwait until Dimmer 20 at most 1m\nset Luz on")
        #expect(try observe(40, isResponse: false, of: house) == 0)
        house.pass(.seconds(5))
        #expect(try observe(40, isResponse: true, of: house) == 0)
        house.pass(.seconds(6))
        #expect(starts(house) == 1)
        #expect(try observe(20, isResponse: true, of: house) == 0)
        #expect(house.signals == ["Luz=on"])
    }

    @Test func orderThatAReadConfirmsStartsTheScene() throws {
        let house = try Self.house("when Dimmer 40 for 10s\nset Luz on")
        try house.obey("dim Dimmer 40")
        house.pass(.seconds(1))
        while house.unanswered > 0 { try house.answerQuery(["Dimmer": .level(Percent(clamping: 40))]) }
        #expect(house.record(1)?.stage == .confirmed)
        house.pass(.seconds(11))
        #expect(starts(house) == 1)
    }

    @Test func answerOfAPushButtonIsNotAnEvent() throws {
        let house = try Self.house("set Luz on")
        let before = house.events.count { $0.kind == .input }
        let event = Observation(Self.level, .level(.zero), kind: .event, isResponse: true)
        house.feed(.observed(try Self.bus(of: house), [event]))
        #expect(house.events.count { $0.kind == .input } == before)
    }
}
