import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What deliveries to hooks do: only what their hook is for, within its present rights.
@Suite struct HookTests {
    private static let ana = AccessRules.Creator.user(.init(id: 0, name: "ana"))

    private static func scene(
        _ name: String,
        places: [String]? = nil,
        creator: AccessRules.Creator = ana
    ) -> HookRule {
        HookRule(rule: .init(grant: .init(role: .act, places: places), creator: creator), action: .scene(name))
    }

    /// What a new hook may do that was made without --doors.
    private static func act(in place: String) -> AccessRules.Grant {
        .init(role: .act, places: [place], opensDoors: false)
    }

    private static func report(
        _ path: String,
        _ type: FacetType,
        field: String = "value",
        values: [String: String] = [:],
        creator: AccessRules.Creator = ana
    ) -> HookRule {
        let rule = AccessRules.Token(grant: .init(role: .read, places: [path]), creator: creator)
        return HookRule(rule: rule, action: .report(.init(path: path, type: type, field: field, values: values)))
    }

    private static let scenes: [(name: String, text: String)] = [
        ("Nivel", "takes x percent\ndim Dimmer $x\nlog 'nivel {$x}'"), ("Gong", "set Gong on"),
        ("Salon", "set Salon/Luz on"),
    ]

    private static func house(_ hooks: [UInt64: HookRule]) -> HouseUnderTest {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes))
        house.feed(.hooks(hooks))
        return house
    }

    /// - Returns: the fault; nil if it was accepted.
    @discardableResult
    private func knock(_ house: HouseUnderTest, _ hook: UInt64 = 1, _ fields: [String: String] = [:]) -> Fault? {
        let id = RequestID(1_000_000 + UInt64(house.replies.count))
        let call = HookCall(
            hook: .init(id: hook, name: "timbre"),
            fields: fields.sorted { $0.key < $1.key }.map { SceneValue($0.key, $0.value) }
        )
        house.feed(.knocked(call, id: id))
        return house.fault(id)
    }

    // MARK: - Scenes

    @Test func sceneIsStartedWithTheValuesItTakes() throws {
        let house = Self.house([1: Self.scene("Nivel")])
        #expect(knock(house, 1, ["x": "40", "other": "set Gong on", "scene": "Gong", "Dimmer": "1"]) == nil)
        #expect(house.signals == ["Dimmer=40"])
        #expect(house.knocks == ["scene Nivel"])
        try house.answer()
        let records = house.records.compactMap { if case .scene(let record) = $0 { record } else { nil } }
        #expect(records.last?.by == .hook("timbre"))
        #expect(house.record(1)?.by == .scene("Nivel"))
    }

    /// Neither names nor the text of commands.
    @Test(arguments: ["Gong", "40 --deadline 1s", "40; set Gong on", "$x", "{Gong}", "-1", "101", ""])
    func valueThatIsNoneStartsNothing(text: String) {
        let house = Self.house([1: Self.scene("Nivel")])
        #expect(knock(house, 1, ["x": text])?.code == .refusedValue)
        #expect(house.sent.isEmpty && house.knocks.isEmpty)
    }

    @Test func missingValueIsRefused() {
        let house = Self.house([1: Self.scene("Nivel")])
        #expect(knock(house)?.code == .badRequest)
        #expect(house.sent.isEmpty && house.knocks.isEmpty)
    }

    @Test func placesLimitTheScene() {
        let house = Self.house([
            1: Self.scene("Gong", places: ["Casa/Salon"]), 2: Self.scene("Salon", places: ["Casa/Salon"]),
        ])
        let fault = knock(house, 1)
        #expect(fault?.code == .unknownScene)
        // Neither the name of the scene nor that of another.
        #expect(fault?.message.contains("Gong") == false && fault?.hint == nil)
        #expect(house.sent.isEmpty)
        #expect(knock(house, 2) == nil)
        #expect(house.signals == ["Luz=on"])
    }

    @Test func revokedHookDoesNothing() {
        let house = Self.house([1: Self.scene("Gong"), 2: Self.scene("Salon")])
        house.feed(.hooks([2: Self.scene("Salon")]))
        #expect(knock(house, 1)?.code == .notAllowed)
        #expect(house.sent.isEmpty)
        #expect(knock(house, 2) == nil)
    }

    /// A hook is worth no more than whoever made it is now.
    @Test func hookEndsWithTheRightOfItsCreator() {
        let house = Self.house([1: Self.scene("Gong", creator: .token(7))])
        #expect(knock(house)?.code == .notAllowed)
        house.feed(.tokens([7: .init(grant: .init(role: .manage))]))
        #expect(knock(house) == nil)
        house.feed(.tokens([7: .init(grant: .init(role: .read))]))
        #expect(knock(house)?.code == .notAllowed)
        #expect(house.sent.count == 1)
    }

    @Test func hookHasNoOtherRight() throws {
        let house = Self.house([1: Self.scene("Gong", places: ["Casa/Salon"])])
        let hook = Principal.hook(.init(id: 1, name: "timbre"))
        for line in ["set Gong on", "token new x", "hook list", "reload", "notify x --to ana"] {
            let id = try house.give(line, by: hook)
            #expect(house.fault(id) != nil, "\(line)")
        }
        #expect(house.sent.isEmpty && house.tokenChanges.isEmpty && house.hookChanges.isEmpty)
    }

    // MARK: - Reports

    private func reading(_ house: HouseUnderTest, _ element: String, _ type: FacetType) throws -> ReadingView {
        guard case .element(let view)? = try house.ask("show \(element)") else { throw Missing() }
        return try #require(view.readings.first { $0.type == type })
    }

    private struct Missing: Error {}

    private func unconnected(_ hooks: [UInt64: HookRule]) -> HouseUnderTest {
        var profile = FakeProfile("http://casa", reports: [.binary], reading: ReadPolicy(interval: .seconds(10)))
        profile.unknown = ["Door"]
        let elements = [HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Door", .binary)]
        let (script, mistakes) = ScriptParser.parse("when Door on\nset Lamp on")
        #expect(mistakes.isEmpty)
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: elements)],
                links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
                linkOfHouse: [0],
                scenes: [Catalog.Scene(name: "Entrada", file: "e.domo", script: script)]
            )
        )
        house.feed(.hooks(hooks))
        return house
    }

    /// A door that no link knows is seen at once, and starts what waits for it.
    @Test func reportOfAnElementWithoutALinkIsItsReading() throws {
        let house = unconnected([1: Self.report("Casa/Door", .binary, values: ["open": "on", "closed": "off"])])
        #expect(try reading(house, "Door", .binary).isConnected == nil)
        #expect(knock(house, 1, ["value": "closed"]) == nil)
        #expect(try reading(house, "Door", .binary).reading.value == .off)
        #expect(house.sent.isEmpty)
        #expect(knock(house, 1, ["value": "open"]) == nil)
        let reading = try reading(house, "Door", .binary).reading
        #expect(reading.value == .on && reading.certainty == .confirmed && !reading.isStale)
        #expect(reading.cause == .hook("timbre"))
        #expect(house.signals == ["Lamp=on"])
        #expect(house.knocks == ["Casa/Door", "Casa/Door"])
        // It stays so: nothing else reports it.
        house.pass(.seconds(3600))
        #expect(try self.reading(house, "Door", .binary).reading.isStale == false)
        // It still takes no orders.
        let id = try house.give("set Door off")
        #expect(house.fault(id)?.code == .badConfiguration)
    }

    @Test func elementIsUnconnectedAgainWithoutItsHook() throws {
        let house = unconnected([1: Self.report("Casa/Door", .binary)])
        knock(house, 1, ["value": "on"])
        house.feed(.hooks([:]))
        #expect(try reading(house, "Door", .binary).isConnected == false)
        #expect(try reading(house, "Door", .binary).reading.value == nil)
        #expect(knock(house, 1, ["value": "off"])?.code == .notAllowed)
    }

    @Test func reportOfAPolledElementComesBesideItsReads() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(scenes: Self.scenes, reading: ReadPolicy(interval: .seconds(10)))
        )
        house.feed(.hooks([1: Self.report("Casa/Salon/Luz", .binary)]))
        #expect(knock(house, 1, ["value": "on"]) == nil)
        let reading = try house.reading("Salon/Luz", .binary)
        #expect(reading.value == .on && reading.certainty == .confirmed && reading.cause == .house)
    }

    @Test func orderIsConfirmedByTheReportOfItsDevice() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(scenes: Self.scenes, reading: ReadPolicy(interval: .seconds(10)))
        )
        house.feed(.hooks([1: Self.report("Casa/Salon/Luz", .binary)]))
        let id = try house.give("set Salon/Luz on --wait confirmed")
        try house.answer()
        #expect(house.receipt(id) == nil)
        house.pass(.milliseconds(100))
        knock(house, 1, ["value": "on"])
        #expect(house.receipt(id)?.outcome == .confirmed)
        #expect(try house.reading("Salon/Luz", .binary).cause == .user("ana"))
    }

    @Test(arguments: [
        (["value": "ajar"], Fault.Code.refusedValue), ([:], .badRequest), (["other": "on"], .badRequest),
        (["value": "Lamp"], .refusedValue),
    ])
    func wrongReportChangesNothing(fields: [String: String], code: Fault.Code) throws {
        let house = unconnected([1: Self.report("Casa/Door", .binary)])
        #expect(knock(house, 1, fields)?.code == code)
        #expect(try reading(house, "Door", .binary).reading.value == nil)
        #expect(house.knocks.isEmpty && house.sent.isEmpty)
    }

    @Test func reportGoesToItsFacetAlone() throws {
        let house = unconnected([1: Self.report("Casa/Door", .binary, field: "state")])
        #expect(knock(house, 1, ["state": "on", "element": "Lamp", "value": "off"]) == nil)
        #expect(try reading(house, "Door", .binary).reading.value == .on)
        #expect(try reading(house, "Lamp", .binary).reading.value == nil)
    }

    @Test func elementThatIsGoneIsSaid() throws {
        let house = unconnected([1: Self.report("Casa/Gone", .binary)])
        #expect(knock(house, 1, ["value": "on"])?.code == .unknownElement)
    }

    // MARK: - Changes

    private static func change(_ line: String) throws -> (HookChange?, Fault?) {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes))
        let id = try house.give(line)
        return (house.hookChanges.last?.1, house.fault(id))
    }

    @Test func newHookHasOnlyTheRightsItNeeds() throws {
        guard
            case .new(let hook, let scene, by: .user("ana"))? = try Self.change(
                "hook new t --scene salon --place Salon"
            ).0
        else {
            Issue.record("no hook")
            return
        }
        #expect(hook.proof == .header)
        #expect(scene.action == .scene("Salon") && scene.rule.grant == Self.act(in: "Casa/Salon"))
        guard case .new(_, let report, by: _)? = try Self.change("hook new t --element Dimmer --as binary --in-url").0
        else {
            Issue.record("no hook")
            return
        }
        #expect(report.rule.grant == .init(role: .read, places: ["Casa/Salon/Dimmer"]))
        #expect(report.action == .report(.init(path: "Casa/Salon/Dimmer", type: .binary, field: "value")))
    }

    @Test(arguments: [
        ("hook new t --scene Nada", Fault.Code.unknownScene), ("hook new t --scene Gong --place Salon", .unknownScene),
        ("hook new t --scene Gong --place Nada", .unknownPlace), ("hook new t --element Nada", .unknownElement),
        ("hook new t --element Luz", .ambiguousName), ("hook new t --element Dimmer", .badRequest),
        ("hook new t --element Buzzer --as value", .refusedValue),
        ("hook new t --element Buzzer --values open=ajar", .refusedValue),
    ])
    func hookThatCanNotWorkIsNotMade(line: String, code: Fault.Code) throws {
        let (change, fault) = try Self.change(line)
        #expect(fault?.code == code, "\(fault?.message ?? "")")
        #expect(change == nil)
    }
}
