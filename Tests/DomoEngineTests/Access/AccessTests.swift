import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The rights of a principal follow from its identity and the rules.
struct AccessTests {
    private static let ana = Principal.User(id: 1001, name: "ana", groups: [1001, 50, 60])

    private static func access(_ grants: [AccessRules.Subject: AccessRules.Grant] = [:]) -> Access {
        var access = Access()
        access.load(AccessRules(owner: 500, services: [600: .web], grants: grants))
        return access
    }

    @Test(arguments: [
        (Principal.user(0, name: "root"), Role.manage), (.user(500, name: "domo"), .manage),
        (.user(1001, name: "ana"), .act), (.user(4_294_967_295, name: "user 4294967295"), .act),
        (.user(700, name: "domo-web"), .none), (.user(701, name: "domo-mqtt"), .none),
        (.user(702, name: "domo-fleet"), .none), (.user(703, name: "domo-notify"), .read),
        (.user(704, name: "domo-fleet-store"), .none), (.user(705, name: "domo-fleet-web"), .none),
        (.user(600, name: "user 600"), .none), (.token("phone"), .none),
    ])
    func builtInRole(principal: Principal, role: Role) {
        #expect(Self.access().right(of: principal) == Access.Right(role))
        let others: [AccessRules.Subject: AccessRules.Grant] = [
            .user(1): .init(role: .read), .group(1): .init(role: .none),
        ]
        #expect(Self.access(others).right(of: principal) == Access.Right(role))
    }

    @Test(
        arguments: [
            ([.user(1001): .init(role: .read)], Role.read, nil),
            ([.user(1001): .init(role: .read), .group(50): .init(role: .manage)], .read, nil),
            ([.group(50): .init(role: .read)], .read, nil),
            ([.group(50): .init(role: .read), .group(60): .init(role: .manage)], .manage, nil),
            ([.group(50): .init(role: .none)], .none, []),
            ([.group(50): .init(role: .none), .group(60): .init(role: .read)], .read, nil),
            // The highest role counts, with its own places.
            ([.group(50): .init(role: .act, places: ["A"]), .group(60): .init(role: .read)], .act, ["A"]),
            (
                [.group(50): .init(role: .act, places: ["A"]), .group(60): .init(role: .act, places: ["B"])], .act,
                ["A", "B"]
            ),
            ([.group(50): .init(role: .act, places: ["A"]), .group(60): .init(role: .act)], .act, nil),
            ([.group(70): .init(role: .manage)], .act, nil),
        ] as [([AccessRules.Subject: AccessRules.Grant], Role, [String]?)]
    )
    func ruleDecides(grants: [AccessRules.Subject: AccessRules.Grant], role: Role, places: [String]?) {
        let right = Self.access(grants).right(of: .user(Self.ana))
        #expect(right.role == role)
        #expect(right.scope.places == places)
    }

    /// They are in the group that opens the socket.
    @Test(arguments: ServiceUser.allCases) func groupsGiveServicesNothing(service: ServiceUser) {
        let access = Self.access([.group(50): .init(role: .manage)])
        let user = Principal.User(id: 710, name: service.rawValue, groups: [50])
        #expect(access.right(of: .user(user)).role == service.role)
        #expect(access.right(of: .user(Self.ana)).role == .manage)
        let own = Self.access([.user(710): .init(role: .act)])
        #expect(own.right(of: .user(user)).role == .act)
    }

    @Test func ruleForRootOrTheDaemonItselfHolds() {
        let access = Self.access([.user(0): .init(role: .read), .user(500): .init(role: .none)])
        #expect(access.right(of: .user(0, name: "root")).role == .read)
        #expect(access.right(of: .user(500, name: "domo")).role == .none)
    }

    @Test func tokenHasTheRoleOfItsName() {
        var access = Self.access([.user(1001): .init(role: .manage)])
        access.use(tokens: .named(["phone": .init(role: .act, places: ["A"])]))
        #expect(access.right(of: .token("phone")) == Access.Right(.act, in: Scope(places: ["A"])))
        #expect(access.right(of: .token("ana")) == Access.Right(.none))
        #expect(access.hasLimits)
        // A load does not change tokens.
        access.load(AccessRules())
        #expect(access.right(of: .token("phone")).role == .act)
        access.use(tokens: [:])
        #expect(access.right(of: .token("phone")) == Access.Right(.none))
        #expect(!access.hasLimits)
    }

    @Test(arguments: [
        ("A/B", true, false), ("A/B/C", true, false), ("A", false, true), ("A/Bx", false, false), ("A/b", false, false),
        ("", false, false), ("X", false, false), ("Y/Lamp", true, false), ("Y", false, true),
    ])
    func scopeContainsItsPlacesAndLeadsThroughTheirAncestors(path: String, holds: Bool, leads: Bool) {
        let scope = Scope(places: ["A/B", "Y/Lamp"])
        #expect(scope.holds(path) == holds)
        #expect(scope.leads(through: path) == leads)
        #expect(Scope.everything.holds(path))
        #expect(!Scope.nothing.holds(path))
    }

    // MARK: - Refusals

    private static func fault(
        _ line: String,
        _ principal: Principal,
        _ grants: [AccessRules.Subject: AccessRules.Grant]
    )
        throws -> Fault?
    {
        access(grants).refusal(of: try #require(try RequestParser.parse(line)), to: principal)
    }

    @Test func refusalNamesTheNeededRoleAndTheConfigurationEntry() throws {
        let fault = try #require(try Self.fault("reload", .user(Self.ana), [:]))
        #expect(fault.code == .notAllowed)
        #expect(fault.code.exitStatus.rawValue == 77)
        #expect(fault.message == "\"reload\" needs the role manage; ana has act")
        #expect(
            fault.hint
                == "an administrator can allow it in the configuration of domod: access: {users: {ana: {role: manage}}}"
        )
    }

    /// An entry with the role that is needed would take what ana may do in the room.
    @Test func refusalSuggestsNoEntryThatTakesRights() throws {
        let grant = AccessRules.Grant(role: .act, places: ["Casa/Salon"])
        let fault = try #require(try Self.fault("doctor", .user(Self.ana), [.user(1001): grant]))
        #expect(fault.message == "\"doctor\" needs the role read for all places; ana has act in Casa/Salon")
        #expect(fault.hint == "ask an administrator")
    }

    @Test(arguments: [
        (
            "set Luz on", Principal.user(1001, name: "ana"), AccessRules.Grant(role: .read, places: ["Casa/Salon"]),
            "ana has read in Casa/Salon", "{ana: {role: act, places: [Casa/Salon]}}"
        ),
        (
            "export", .user(1001, name: "ana"), .init(role: .manage, places: ["Casa/Mi: salón", "Torre"]),
            "needs the role manage for all places; ana has manage in Casa/Mi: salón, Torre", "{ana: {role: manage}}"
        ),
        (
            "set Luz on", .user(1001, name: "user 1001"), .init(role: .read, places: ["Mi: \"salón\""]),
            "user 1001 has read", "{1001: {role: act, places: [\"Mi: \\\"salón\\\"\"]}}"
        ),
        ("ls", .user(1001, name: "domo-web"), .init(role: .none), "domo-web has none", "{domo-web: {role: read}}"),
        (
            "set Luz on", .user(1001, name: "ana"), .init(role: .read, places: []), "ana has read in no place",
            "{ana: {role: act, places: []}}"
        ),
    ])
    func refusalMessageMatchesTheRight(
        line: String,
        principal: Principal,
        grant: AccessRules.Grant,
        message: String,
        entry: String
    ) throws {
        let fault = try #require(try Self.fault(line, principal, [.user(1001): grant]))
        #expect(fault.message.contains(message), "\(fault.message)")
        #expect(fault.hint?.hasSuffix("access: {users: \(entry)}") == true, "\(fault.hint ?? "")")
    }

    /// The minimum role of each verb, and whether it suffices if it is limited to places.
    static let verbs: [(line: String, role: Role, needsAllPlaces: Bool)] = [
        ("ls", .read, false), ("ls -r Casa", .read, false), ("show Dimmer", .read, false), ("model", .read, false),
        ("watch", .read, false), ("scenes", .read, false), ("calendar", .read, false), ("orders", .read, false),
        ("history Dimmer", .read, false), ("history --from start", .read, false), ("log", .read, false),
        ("log Dimmer", .read, false), ("why Dimmer", .read, false), ("stats", .read, false),
        ("status", .read, false), ("doctor", .read, true),
        ("set Dimmer on", .act, false), ("set --explain Dimmer on", .act, false), ("dim Dimmer 40", .act, false),
        ("toggle Dimmer", .act, false), ("off Salon", .act, false), ("script show Noche", .read, false),
        ("script check x 'set Dimmer on'", .read, false), ("script save x 'set Dimmer on'", .manage, true),
        ("script remove --tag x Noche", .manage, true),
        ("plan show Salon", .read, false), ("plan move Dimmer 0 0", .manage, true), ("scene Noche", .act, false),
        ("scene stop Noche", .act, false),
        ("run x 'set Dimmer on'", .act, false), ("record x", .manage, false), ("record stop", .manage, false),
        ("reload", .manage, false), ("export", .manage, true), ("rename Casa/Antes Casa", .manage, true),
        ("audit", .manage, true),
        ("backup begin", .manage, true),
        ("backup read x 0", .manage, true), ("restore begin", .manage, true), ("restore end x", .manage, true),
        ("watch --telegrams", .manage, true), ("knx read 1/2/3", .manage, true), ("knx doctor", .manage, true),
        ("knx monitor", .manage, true), ("token new x", .read, false), ("token list", .read, false),
        ("token revoke x", .read, false), ("claim x", .none, false), ("login x", .none, false),
        ("logout", .none, false), ("hook list", .manage, true), ("hook revoke x", .manage, true),
        ("hook new x --scene Noche", .manage, true), ("knock x", .none, false), ("notify x --to ana", .manage, true),
        ("notifier attach", .manage, true),
        ("notices", .read, false), ("notices ack 1", .act, false), ("notices ack --code x 1", .none, false),
        ("push list", .read, false), ("push key", .read, false), ("push gone 1", .manage, true),
    ]

    @Test func everyVerbIsInTheTable() throws {
        let words = Set(Self.verbs.compactMap { $0.line.split(separator: " ").first.map(String.init) })
        #expect(words == Set(Verb.words))
    }

    @Test(arguments: verbs, Role.allCases)
    func onlySufficientRolesAreAllowed(verb: (line: String, role: Role, needsAllPlaces: Bool), role: Role) throws {
        let user = Principal.user(1001, name: "ana")
        let free = try Self.fault(verb.line, user, [.user(1001): .init(role: role)])
        #expect((free == nil) == (role >= verb.role))
        let limited = try Self.fault(verb.line, user, [.user(1001): .init(role: role, places: ["Casa"])])
        #expect((limited == nil) == (role >= verb.role && !verb.needsAllPlaces))
    }
}
