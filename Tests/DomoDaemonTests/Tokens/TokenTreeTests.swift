import DomoEngine
import DomoLanguage
import DomoModel
import DomoTestKit
import Testing

@testable import DomoDaemon

/// Tokens that tokens have made: they end with their creator, and share its limits.
struct TokenTreeTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)
    private static let ana = AccessRules.Creator.user(.init(id: 1000, name: "ana", groups: [27, 1000]))
    private var table = TokenTable()
    private var random = SystemRandomNumberGenerator()

    @discardableResult
    private mutating func make(
        _ name: String,
        by creator: AccessRules.Creator = ana,
        _ grant: AccessRules.Grant = .init(role: .act),
        lifetime: Duration? = nil,
        isCode: Bool = false
    ) throws -> GivenToken {
        let wanted = NewToken(name: name, lifetime: lifetime, isCode: isCode)
        let rule = AccessRules.Token(grant: grant, creator: creator, mayCreateTokens: true)
        return try table.make(wanted, rule, by: "ana", at: Self.start, using: &random)
    }

    private func token(_ name: String) throws -> AccessRules.Creator {
        .token(try #require(table.all.first { $0.name == name }).id)
    }

    /// phone → tablet → frame, phone → hall; other.
    private mutating func family() throws {
        try make("phone", lifetime: .seconds(3600))
        try make("tablet", by: token("phone"))
        try make("frame", by: token("tablet"), .init(role: .read))
        try make("hall", by: token("phone"), lifetime: .seconds(60))
        try make("other")
    }

    /// A guest's token that expires made one that did not.
    @Test mutating func tokenInheritsTheExpiryOfItsCreator() throws {
        try family()
        let expiries = Dictionary(uniqueKeysWithValues: table.all.map { ($0.name, $0.expires) })
        #expect(expiries["tablet"] == Self.start.advanced(by: .seconds(3600)))
        #expect(expiries["frame"] == Self.start.advanced(by: .seconds(3600)))
        #expect(expiries["hall"] == Self.start.advanced(by: .seconds(60)))
        #expect(expiries["other"] == .some(nil))
        let ended = table.expire(at: Self.start.advanced(by: .seconds(3600)))
        #expect(ended == ["frame", "hall", "phone", "tablet"])
    }

    @Test mutating func revocationEndsTheTree() throws {
        try family()
        let code = try #require(try make("guest", by: token("tablet"), isCode: true).code)
        #expect(table.descendants(of: "phone") == ["tablet", "frame", "hall"])
        #expect(table.list(only: "phone", at: Self.start).tokens.first?.made == 3)
        let ended = table.revoke("phone")
        #expect(ended == ["phone", "tablet", "frame", "hall"])
        #expect(table.all.map(\.name) == ["other"])
        #expect(throws: Fault.self) { try table.claim(code, at: Self.start, using: &random) }
    }

    /// Signing out ends a browser's own token, and not the tablets that it has made.
    @Test mutating func tokenThatEndsAloneHandsOnWhatItHasMade() throws {
        try make("phone", .init(role: .act, places: ["Casa/Salon"]), lifetime: .seconds(3600))
        try make("tablet", by: token("phone"), .init(role: .act))
        let isEnded = table.revokeAlone("phone")
        #expect(isEnded)
        let tablet = try #require(table.all.first)
        #expect(tablet.name == "tablet" && tablet.rule.creator == Self.ana)
        #expect(tablet.rule.grant == .init(role: .act, places: ["Casa/Salon"]))
        #expect(tablet.expires == Self.start.advanced(by: .seconds(3600)))
    }

    /// Whatever it had itself: only what its creator could give it.
    @Test mutating func handingOnGivesNoDoors() throws {
        try make("phone", .init(role: .act, opensDoors: false))
        try make("tablet", by: token("phone"), .init(role: .act))
        let isEnded = table.revokeAlone("phone")
        #expect(isEnded)
        #expect(table.all.first?.rule.grant == .init(role: .act, opensDoors: false))
    }

    @Test mutating func identityIsNeverGivenAgain() throws {
        try make("guest")
        let first = try token("guest")
        _ = table.revoke("guest")
        try make("guest", .init(role: .manage))
        #expect(try token("guest") != first)
        let folder = try TemporaryFolder()
        _ = table.revoke("guest")
        try TokenFile(folder: folder.path).write(table)
        #expect(TokenFile(folder: folder.path).read { Issue.record("\($0)") }.nextID == 3)
    }

    @Test mutating func treesAreReadBack() throws {
        try family()
        let folder = try TemporaryFolder()
        let file = TokenFile(folder: folder.path)
        try file.write(table)
        #expect(file.read { Issue.record("\($0)") }.all == table.all)
    }

    /// A read-only token that may create tokens locked everybody out.
    @Test mutating func treeHasAShareOfTheTokensAndCodes() throws {
        try make("guest")
        let guest = try token("guest")
        try make("child", by: guest)
        let quota = TokenQuota()
        for number in 1..<quota.maxTokensOfAccount {
            try make("t\(number)", by: number % 2 == 0 ? guest : token("child"))
        }
        let tokens = #expect(throws: Fault.self) { try make("more", by: guest) }
        #expect(tokens?.code == .busy)
        for number in 0..<quota.maxCodesOfAccount { try make("c\(number)", by: guest, isCode: true) }
        let codes = #expect(throws: Fault.self) { try make("more", by: token("child"), isCode: true) }
        #expect(codes?.code == .busy)
        // Others are not affected.
        try make("phone")
        try make("tablet", isCode: true)
    }

    @Test mutating func rootHasAReserve() throws {
        let quota = TokenQuota()
        for user in 0..<9 as Range<UInt32> {
            for number in 0..<quota.maxTokensOfAccount {
                try make("\(user) \(number)", by: .user(.init(id: 2000 + user, name: "u")))
            }
        }
        #expect(throws: Fault.self) { try make("more") }
        try make("admin", by: .user(.init(id: 0, name: "root")))
    }

    /// A user's groups are looked up at each load; one that is not found keeps what is known of it.
    @Test mutating func usersThatMadeTokensAreLookedUp() throws {
        try family()
        #expect(table.creators == [1000])
        table.note([1000: .init(id: 1000, name: "ana", groups: [1000])])
        let known = table.all.first { $0.name == "phone" }?.rule.creator
        #expect(known == .user(.init(id: 1000, name: "ana", groups: [1000])))
        table.note([:])
        #expect(table.all.first { $0.name == "phone" }?.rule.creator == known)
    }
}
