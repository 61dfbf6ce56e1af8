import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What a principal may do with tokens; storing them is up to the shell.
struct TokenTests {
    private static func house() -> HouseUnderTest { HouseUnderTest(HouseUnderTest.limited()) }

    private static func grant(_ line: String, by principal: Principal) throws -> AccessRules.Grant? {
        let house = house()
        try house.give(line, by: principal)
        guard case .new(_, let rule, by: let cause)? = house.tokenChanges.last?.1 else { return nil }
        #expect(cause == principal.cause)
        guard case .user(let user) = principal else { return nil }
        #expect(rule.creator == .user(user) && !rule.mayCreateTokens)
        return rule.grant
    }

    @Test(
        arguments: [
            // No more than people usually need.
            ("token new x", Principal.ana, AccessRules.Grant(role: .act, opensDoors: false)),
            ("token new x --doors", .ana, .init(role: .act)),
            ("token new x --role manage", .ana, .init(role: .manage)),
            ("token new x --role read --place Salon", .ana, .init(role: .read, places: ["Casa/Salon"])),
            (
                "token new x --place Salon --place Gong --place Casa/Salon", .ana,
                .init(role: .act, places: ["Casa/Salon", "Torre/Gong"], opensDoors: false)
            ),
            ("token new x", .luis, .init(role: .act, places: ["Casa/Salon"], opensDoors: false)),
            ("token new x --role read --place Louver", .luis, .init(role: .read, places: ["Casa/Salon/Louver"])),
        ] as [(String, Principal, AccessRules.Grant)]
    )
    func tokenHasAtMostTheRightsOfItsCreator(line: String, principal: Principal, grant: AccessRules.Grant) throws {
        #expect(try Self.grant(line, by: principal) == grant)
    }

    @Test(arguments: [
        ("token new x --role manage", Fault.Code.notAllowed), ("token new x --place Cocina", .unknownPlace),
        ("token new x --place Casa", .notAllowed), ("token list", .notAllowed), ("token revoke x", .notAllowed),
    ])
    func widerRightsAreRefused(line: String, code: Fault.Code) throws {
        let house = Self.house()
        #expect(try house.limitedFault(line)?.code == code)
        #expect(house.tokenChanges.isEmpty)
    }

    @Test func tokenSeesAndRevokesOnlyItself() throws {
        let house = Self.house()
        house.feed(.tokens(.named(["phone": .init(role: .act), "other": .init(role: .act)])))
        try house.give("token list", by: .token("phone"))
        try house.give("token revoke phone", by: .token("phone"))
        #expect(
            house.tokenChanges.map(\.1) == [.list(name: "phone"), .revoke(name: "phone", .ask, by: .token("phone"))]
        )
        let id = try house.give("token revoke other", by: .token("phone"))
        #expect(house.fault(id)?.code == .notAllowed)
        try house.give("token list", by: .ana)
        #expect(house.tokenChanges.last?.1 == .list(name: nil))
    }

    @Test func revokedTokenMayDoNothing() throws {
        let house = Self.house()
        house.feed(.tokens(.named(["phone": .init(role: .act)])))
        try house.give("set Gong on", by: .token("phone"))
        #expect(house.sent.count == 1)
        house.feed(.tokens([:]))
        let id = try house.give("set Gong off", by: .token("phone"))
        #expect(house.fault(id)?.code == .notAllowed)
        let event = Event(kind: .memory, time: Timestamp(milliseconds: 0), message: "x")
        #expect(house.engine.sight(of: event, for: .token("phone")) == .nothing)
    }

    // MARK: Trees

    /// ana → phone → tablet, and phone → frame.
    private static func family(
        phone: AccessRules.Grant = .init(role: .act),
        tablet: AccessRules.Grant = .init(role: .act)
    ) -> [UInt64: AccessRules.Token] {
        [
            1: .init(grant: phone, creator: .user(.init(id: 1000, name: "luis")), mayCreateTokens: true),
            2: .init(grant: tablet, creator: .token(1)),
        ]
    }

    private static let tablet = Principal.token(.init(id: 2, name: "tablet"))

    @Test(arguments: [
        // The creator of its creator is limited to Casa/Salon.
        (
            AccessRules.Grant(role: .act), AccessRules.Grant(role: .act),
            Access.Right(.act, in: Scope(places: ["Casa/Salon"]))
        ),
        (.init(role: .read), .init(role: .act), Access.Right(.read, in: Scope(places: ["Casa/Salon"]))),
        (
            .init(role: .act), .init(role: .act, places: ["Casa/Salon/Louver", "Torre"]),
            Access.Right(.act, in: Scope(places: ["Casa/Salon/Louver"]))
        ),
        (.init(role: .act, places: ["Torre"]), .init(role: .act), Access.Right(.act, in: .nothing)),
        (.init(role: .none), .init(role: .act), Access.Right(.none)),
    ])
    func tokenHasAtMostThePresentRightsOfAllItsCreators(
        phone: AccessRules.Grant,
        tablet: AccessRules.Grant,
        right: Access.Right
    ) {
        var access = Access(AccessRules(grants: [.user(1000): .init(role: .act, places: ["Casa/Salon"])]))
        access.use(tokens: Self.family(phone: phone, tablet: tablet))
        #expect(access.right(of: Self.tablet) == right)
    }

    @Test func userWhoLosesItsRoleTakesItFromItsTokens() {
        var access = Access(AccessRules(grants: [.user(1000): .init(role: .act)]))
        access.use(tokens: Self.family())
        #expect(access.right(of: Self.tablet).role == .act)
        access.load(AccessRules(grants: [.user(1000): .init(role: .none)]))
        #expect(access.right(of: Self.tablet) == Access.Right(.none))
    }

    @Test func tokenWithoutItsCreatorMayDoNothing() {
        var access = Access()
        var tokens = Self.family()
        tokens[1] = nil
        access.use(tokens: tokens)
        #expect(access.right(of: Self.tablet) == Access.Right(.none))
    }

    /// Whatever the file holds.
    @Test func ringOfTokensMayDoNothing() {
        var access = Access()
        access.use(tokens: [
            1: .init(grant: .init(role: .manage), creator: .token(2)),
            2: .init(grant: .init(role: .manage), creator: .token(1)),
        ])
        #expect(access.right(of: Self.tablet) == Access.Right(.none))
        #expect(access.account(of: Self.tablet) == .tree(1))
    }

    @Test func treeIsThatOfTheTokenThatNoTokenMade() {
        var access = Access()
        var family = Self.family()
        family[1]?.creator = .unknown
        access.use(tokens: family)
        #expect(access.tree(of: Self.tablet) == 1 && access.account(of: Self.tablet) == .tree(1))
        #expect(access.account(of: .ana) == .user(Principal.ana.userID))
    }

    /// However many tokens a local user makes, they have the limits of one user; those that root makes for others do not.
    @Test func tokensOfALocalUserCountForTheUser() {
        var access = Access(AccessRules(owner: 500))
        for (user, account) in [
            (UInt32(1000), AccessRules.Account.user(1000)), (0, .tree(1)), (500, .tree(1)),
        ] {
            var family = Self.family()
            family[1]?.creator = .user(Principal.User(id: user, name: "user \(user)", groups: []))
            access.use(tokens: family)
            #expect(access.account(of: Self.tablet) == account && access.tree(of: Self.tablet) == 1)
        }
    }

    /// A session belongs to a token, not to its name: revoked and made again with another role, it is another token.
    @Test func tokenOfTheSameNameIsAnother() {
        var access = Access()
        access.use(tokens: [7: .init(grant: .init(role: .manage))])
        #expect(access.right(of: .token(.init(id: 3, name: "guest"))) == Access.Right(.none))
    }

    @Test(arguments: [(Role.act, false, false), (.act, true, true), (.read, true, true), (.manage, false, true)])
    func tokenBelowManageNeedsARightToCreateTokens(role: Role, flag: Bool, isAllowed: Bool) throws {
        let house = Self.house()
        house.feed(.tokens([1: .init(grant: .init(role: role), mayCreateTokens: flag)]))
        let id = try house.give("token new x --role read", by: .token(.init(id: 1, name: "phone")))
        #expect((house.fault(id)?.code == nil) == isAllowed, "\(String(describing: house.fault(id)))")
        #expect(house.tokenChanges.count == (isAllowed ? 1 : 0))
    }
}

extension Principal {
    fileprivate var userID: UInt32 {
        guard case .user(let user) = self else { return .max }
        return user.id
    }
}
