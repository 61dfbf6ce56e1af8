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
        guard case .new(_, let grant, by: let cause)? = house.tokenChanges.last?.1 else { return nil }
        #expect(cause == principal.cause)
        return grant
    }

    @Test(
        arguments: [
            // No more than people usually need.
            ("token new x", Principal.ana, AccessRules.Grant(role: .act)),
            ("token new x --role manage", .ana, .init(role: .manage)),
            ("token new x --role read --place Salon", .ana, .init(role: .read, places: ["Casa/Salon"])),
            (
                "token new x --place Salon --place Gong --place Casa/Salon", .ana,
                .init(role: .act, places: ["Casa/Salon", "Torre/Gong"])
            ),
            ("token new x", .luis, .init(role: .act, places: ["Casa/Salon"])),
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
        house.feed(.tokens(["phone": .init(role: .act), "other": .init(role: .act)]))
        try house.give("token list", by: .token("phone"))
        try house.give("token revoke phone", by: .token("phone"))
        #expect(house.tokenChanges.map(\.1) == [.list(name: "phone"), .revoke(name: "phone")])
        let id = try house.give("token revoke other", by: .token("phone"))
        #expect(house.fault(id)?.code == .notAllowed)
        try house.give("token list", by: .ana)
        #expect(house.tokenChanges.last?.1 == .list(name: nil))
    }

    @Test func revokedTokenMayDoNothing() throws {
        let house = Self.house()
        house.feed(.tokens(["phone": .init(role: .act)]))
        try house.give("set Gong on", by: .token("phone"))
        #expect(house.sent.count == 1)
        house.feed(.tokens([:]))
        let id = try house.give("set Gong off", by: .token("phone"))
        #expect(house.fault(id)?.code == .notAllowed)
        let event = Event(kind: .memory, time: Timestamp(milliseconds: 0), message: "x")
        #expect(house.engine.sight(of: event, for: .token("phone")) == .nothing)
    }
}
