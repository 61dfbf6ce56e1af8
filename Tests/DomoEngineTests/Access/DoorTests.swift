import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Orders for locks, gates, garages and doors need a right of their own, whatever gives them.
@Suite struct DoorTests {
    private static func element(
        _ name: String,
        _ kind: ElementClass?,
        isPart: Bool = false,
        _ types: FacetType...
    )
        -> Element
    {
        let details = kind.map { Details(elementClass: $0) }
        return Element(
            name: name,
            kind: .device,
            isPart: isPart,
            types: FacetTypes(types) ?? FacetTypes(),
            details: details
        )
    }

    private static let doors = ["Lock", "Gate", "Garage", "Door"]

    private static let scenes: [(name: String, text: String)] = [
        ("Light", "set Lamp on"),
        ("Leave", "if Lamp on:\n    set Lamp off\nin parallel:\n    set Lock on\n    wait 1s"),
        ("Party", "scene Light\nscene Leave"), ("Ramp", "dim Garage 50 over 1m"), ("Storm", "set Casa down --all"),
        ("Any", "takes way direction\nset Casa $way --all"), ("CallsAny", "scene Any"),
        ("Watch", "when Lock on\nset Lamp on"),
    ]

    /// `Same` is the gate under another name; `Central` has a signal of the gate and others.
    private static func house(
        _ tokens: [String: AccessRules.Grant] = [
            "guest": .init(role: .act, opensDoors: false), "son": .init(role: .act),
            "admin": .init(role: .manage, opensDoors: false), "reader": .init(role: .read),
        ]
    ) -> HouseUnderTest {
        let elements = [
            element("Lamp", .light, .binary, .regulable), element("Lock", .lock, .binary),
            element("Gate", .gate, .binary), element("Motor", nil, isPart: true, .binary),
            element("Lantern", .light, isPart: true, .binary),
            element("Garage", .garage, .bidirectional, .regulable), element("Door", .door, .binary),
            element("Same", nil, .binary), element("Central", nil, .binary, .regulable),
            element("Awning", .awning, .bidirectional),
            element("Window", .window, .bidirectional),
        ]
        var profile = FakeProfile("http://casa")
        var devices = Dictionary(uniqueKeysWithValues: elements.map { ("Casa/\($0.name)", $0.name) })
        (devices["Casa/Same"], devices["Casa/Central"]) = ("Gate", "Gate")
        (devices["Casa/Gate/Motor"], devices["Casa/Gate/Lantern"]) = ("Motor", "Lantern")
        profile.devices = devices
        let parsed = scenes.map { scene in
            let (script, mistakes) = ScriptParser.parse(scene.text)
            #expect(mistakes.isEmpty, "\(scene.name): \(mistakes)")
            return Catalog.Scene(name: scene.name, file: "\(scene.name).domo", script: script)
        }
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: elements)],
                links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
                linkOfHouse: [0],
                scenes: parsed
            )
        )
        house.feed(.tokens(.named(tokens)))
        return house
    }

    /// Whatever was answered, nothing was sent.
    private func expectRefused(
        _ line: String,
        _ principal: Principal = .token("guest"),
        in house: HouseUnderTest = house(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fault = house.fault(try house.give(line, by: principal))
        #expect(fault?.code == .notAllowed, "\(line)", sourceLocation: sourceLocation)
        if principal != .token("reader") {
            #expect(fault?.message.contains("no right to orders for locks") == true, sourceLocation: sourceLocation)
        }
        house.pass(.seconds(100))
        #expect(house.sent.isEmpty, "\(line)", sourceLocation: sourceLocation)
    }

    private func expectAllowed(
        _ line: String,
        _ principal: Principal = .token("guest"),
        sends: Bool = true,
        in house: HouseUnderTest = house(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fault = house.fault(try house.give(line, by: principal))
        // A relative order needs a known state.
        guard fault?.code != .unknownState else { return }
        #expect(fault == nil, "\(line)", sourceLocation: sourceLocation)
        #expect(house.sent.isEmpty != sends, "\(line)", sourceLocation: sourceLocation)
    }

    // MARK: - Orders

    /// Each class, each verb, each role.
    @Test(arguments: ElementClass.allCases, ["set X on", "toggle X", "set X off"])
    func classDecides(kind: ElementClass, line: String) throws {
        func house() -> HouseUnderTest {
            let house = HouseUnderTest(
                HouseUnderTest.catalog(houses: [House(name: "Casa", elements: [Self.element("X", kind, .binary)])])
            )
            house.feed(
                .tokens(
                    .named([
                        "guest": .init(role: .act, opensDoors: false), "son": .init(role: .act),
                        "admin": .init(role: .manage), "reader": .init(role: .read),
                    ])
                )
            )
            return house
        }
        let isDoor = [.lock, .gate, .garage, .door].contains(kind)
        #expect(kind.isDoor == isDoor)
        for name in ["son", "admin"] { try expectAllowed(line, .token(.init(named: name)), in: house()) }
        try expectAllowed(line, .eva, in: house())
        try expectRefused(line, .token("reader"), in: house())
        if isDoor {
            try expectRefused(line, in: house())
        } else {
            try expectAllowed(line, in: house())
        }
    }

    @Test(arguments: [
        "set Lock on", "set Gate off", "toggle Door", "dim Garage 50", "set Garage up", "set Garage stop",
        "dim Garage +10", "set Gate/Motor on", "set Gate/Lantern on", "set Same on", "toggle Casa/Same",
        "set Central on",
        "set Lock on --key k1", "set Lock on --wait none",
    ])
    func orderForADoorIsRefused(line: String) throws {
        try expectRefused(line)
        try expectAllowed(line, .token("son"))
        try expectAllowed(line, .token("admin"))
    }

    @Test(arguments: [
        "set Lock on --explain", "scene Leave --explain", "run x --explain 'set Lock on'",
        "set Casa down --all --explain",
        "show Lock", "why Lock", "ls -r", "scene stop Leave", "scenes",
    ])
    func whatSendsNothingIsAllowed(line: String) throws {
        try expectAllowed(line, sends: false)
    }

    @Test func faultNamesElementRightAndRemedy() throws {
        let house = Self.house()
        let fault = try #require(house.fault(try house.give("set Same on", by: .token("guest"))))
        #expect(
            fault.message
                == "Casa/Same is a gate: token guest has no right to orders for locks, gates, garages and doors"
        )
        #expect(fault.hint == "an administrator can allow it: domo token doors guest on")
        #expect(house.refusals.map(\.text) == ["requires the right doors"])
        #expect(house.refusals.map(\.request) == ["set Same"])
    }

    @Test func unknownNamesAreReportedFirst() throws {
        let house = Self.house()
        #expect(house.fault(try house.give("set Nothing on", by: .token("guest")))?.code == .unknownElement)
        #expect(house.fault(try house.give("scene Nothing", by: .token("guest")))?.code == .unknownScene)
    }

    // MARK: - Places

    @Test func orderForAPlaceLeavesDoorsOut() throws {
        func elements(_ principal: Principal) throws -> [String] {
            let house = Self.house()
            let id = try house.give("set Casa down --all", by: principal)
            guard case .group(let report)? = house.replies[id] else { throw Fault(.busy, "no report") }
            #expect(house.sent.map(\.dispatch.target.name) == report.elements.map { String($0.dropFirst(5)) })
            return report.elements
        }
        #expect(try elements(.token("guest")) == ["Casa/Awning", "Casa/Window"])
        #expect(try elements(.token("son")) == ["Casa/Garage", "Casa/Awning", "Casa/Window"])
    }

    // MARK: - Scenes

    @Test(arguments: ["scene Leave", "scene Party", "scene Ramp", "scene Storm", "scene Any way=down"])
    func sceneThatOrdersADoorDoesNotStart(line: String) throws {
        try expectRefused(line)
        try expectAllowed(line, .token("son"))
    }

    @Test(arguments: ["scene Light", "scene Watch"]) func otherScenesStart(line: String) throws {
        try expectAllowed(line)
    }

    @Test(arguments: [
        "run x 'set Lock on'", "run x 'set Lamp on' 'set Same off'", "run x 'wait 10s' 'scene Leave'",
        "run x 'in parallel:' '    dim Garage 5' '    wait 1s'", "run x 'dim Garage 50 over 10s'",
        "run x 'scene Storm'",
    ])
    func sceneThatComesWithTheRequestDoesNotStart(line: String) throws { try expectRefused(line) }

    @Test func itsOrdersForPlacesLeaveDoorsOut() throws {
        let house = Self.house()
        try expectAllowed("run x 'set Casa down --all'", in: house)
        try house.answerAll()
        #expect(house.signals == ["Awning=down", "Window=down"])
    }

    /// It may be taken while the scene runs.
    @Test func sceneEndsWhenTheRightIsTaken() throws {
        let house = Self.house()
        let door = try house.give("run a 'wait 10s' 'set Lock on'", by: .token("son"))
        let lamp = try house.give("run b 'wait 10s' 'set Lamp on'", by: .token("son"))
        house.feed(.tokens(.named(["son": .init(role: .act, opensDoors: false)])))
        #expect(house.sceneReport(door)?.outcome == .stopped)
        #expect(house.sceneReport(lamp) == nil)
        house.pass(.seconds(20))
        #expect(house.signals == ["Lamp=on"])
    }

    // MARK: - Users and hooks

    @Test func rulesOfUsersHaveTheRightUnlessTheySayOtherwise() throws {
        func access(_ grants: [AccessRules.Subject: AccessRules.Grant]) -> Bool {
            var access = Access()
            access.load(AccessRules(grants: grants))
            return access.right(of: .user(1000, name: "eva", groups: [50, 60])).opensDoors
        }
        #expect(access([:]))
        #expect(access([.user(1000): .init(role: .act)]))
        #expect(!access([.user(1000): .init(role: .act, opensDoors: false), .group(50): .init(role: .act)]))
        #expect(!access([.user(1000): .init(role: .read)]))
        #expect(access([.user(1000): .init(role: .manage, opensDoors: false)]))
        #expect(!access([.group(50): .init(role: .act, opensDoors: false)]))
        #expect(access([.group(50): .init(role: .act, opensDoors: false), .group(60): .init(role: .act)]))
        #expect(!access([.group(50): .init(role: .act, opensDoors: false), .group(60): .init(role: .read)]))
    }

    @Test func faultOfAUserNamesTheConfigurationEntry() throws {
        var catalog = HouseUnderTest.catalog(
            houses: [House(name: "Casa", elements: [Self.element("Lock", .lock, .binary)])]
        )
        catalog.access = AccessRules(grants: [.user(1000): .init(role: .act, places: ["Casa"], opensDoors: false)])
        let house = HouseUnderTest(catalog)
        let fault = try #require(house.fault(try house.give("set Lock on", by: .eva)))
        #expect(
            fault.hint == "an administrator can allow it in the configuration of domod: "
                + "access: {users: {eva: {role: act, places: [Casa], doors: true}}}"
        )
    }

    @Test(arguments: [("Leave", false), ("Light", true)]) func hookStartsScenesWithinItsRight(scene: String, may: Bool)
    {
        func fault(_ opensDoors: Bool) -> Fault? {
            let house = Self.house()
            let grant = AccessRules.Grant(role: .act, opensDoors: opensDoors)
            let rule = AccessRules.Token(grant: grant, creator: .user(.init(id: 0, name: "ana")))
            house.feed(.hooks([1: HookRule(rule: rule, action: .scene(scene))]))
            let id = RequestID(1_000_000)
            house.feed(.knocked(HookCall(hook: .init(id: 1, name: "bell"), fields: []), id: id))
            #expect(house.knocks.isEmpty == (house.fault(id) != nil))
            return house.fault(id)
        }
        #expect(fault(true) == nil)
        #expect(fault(false)?.code == (may ? nil : .notAllowed))
    }

    @Test func hookForADoorIsMadeOnlyOnPurpose() throws {
        let house = Self.house()
        let fault = try #require(house.fault(try house.give("hook new bell --scene Leave")))
        #expect(fault.code == .notAllowed)
        #expect(fault.hint?.contains("--doors") == true)
        try house.give("hook new bell --scene Leave --doors")
        try house.give("hook new lamp --scene Light")
        let grants = house.hookChanges.map { change in
            if case .new(_, let rule, by: _) = change.1 { rule.rule.grant.opensDoors } else { false }
        }
        #expect(grants == [true, false])
    }

    // MARK: - Tokens

    private func made(_ line: String, by principal: Principal) throws -> AccessRules.Grant? {
        let house = Self.house([
            "guest": .init(role: .act, opensDoors: false), "son": .init(role: .act), "admin": .init(role: .manage),
        ])
        try house.give(line, by: principal)
        guard case .new(_, let rule, by: _)? = house.tokenChanges.last?.1 else { return nil }
        return rule.grant
    }

    @Test func newTokenHasTheRightOnlyIfSaid() throws {
        #expect(try made("token new x", by: .ana)?.opensDoors == false)
        #expect(try made("token new x --role act --place Casa/Lamp", by: .ana)?.opensDoors == false)
        #expect(try made("token new x --doors", by: .ana)?.opensDoors == true)
        #expect(try made("token new x --doors --place Casa/Gate", by: .token("admin"))?.opensDoors == true)
        #expect(try made("token new x --role manage", by: .ana)?.opensDoors == true)
        #expect(try made("token new x --role read", by: .ana)?.opensDoors == false)
        #expect(try made("token new x --role read --doors", by: .ana) == nil)
        #expect(try made("token new x --doors", by: .eva)?.opensDoors == true)
    }

    /// A token that was made by one without the right has none, whatever its file says.
    @Test func tokenHasNoMoreThanItsCreator() throws {
        let house = Self.house([:])
        let parent = AccessRules.Token(grant: .init(role: .act, opensDoors: false), mayCreateTokens: true)
        let child = AccessRules.Token(grant: .init(role: .act), creator: .token(1))
        house.feed(.tokens([1: parent, 2: child]))
        let principal = Principal.token(.init(id: 2, name: "child"))
        try expectRefused("set Lock on", principal, in: house)
        #expect(house.engine.right(of: principal).doors == false)
        let fault = house.fault(try house.give("token new x --doors", by: .token(.init(id: 1, name: "parent"))))
        #expect(fault?.message == "a token can't have the right to orders for doors: its creator has none")
    }

    @Test func rightIsGivenAndTakenByWhoeverManages() throws {
        func change(_ line: String, by principal: Principal) throws -> Bool? {
            let house = Self.house()
            try house.give(line, by: principal)
            guard case .doors(name: "son", let isOn, by: _)? = house.tokenChanges.last?.1 else { return nil }
            return isOn
        }
        #expect(try change("token doors son on", by: .ana) == true)
        #expect(try change("token doors son off", by: .token("admin")) == false)
        // Its own may be given up.
        #expect(try change("token doors son off", by: .token("son")) == false)
        #expect(try change("token doors son on", by: .token("son")) == nil)
        #expect(try change("token doors son on", by: .token("guest")) == nil)
        #expect(try change("token doors son off", by: .token("guest")) == nil)
        #expect(try change("token doors son off", by: .eva) == nil)
    }
}
