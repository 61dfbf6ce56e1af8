import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

struct TokenTableTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)
    private static let act = AccessRules.Grant(role: .act)
    private var table = TokenTable()
    private var random = SystemRandomNumberGenerator()

    private mutating func make(
        _ name: String,
        _ grant: AccessRules.Grant = act,
        lifetime: Duration? = nil,
        isCode: Bool = false,
        by creator: AccessRules.Creator = .user(.init(id: 1000, name: "anna"))
    ) throws -> GivenToken {
        let wanted = NewToken(name: name, lifetime: lifetime, isCode: isCode)
        let rule = AccessRules.Token(grant: grant, creator: creator)
        return try table.make(wanted, rule, by: "anna", at: Self.start, using: &random)
    }

    private func id(_ name: String) throws -> UInt64 {
        try #require(table.all.first { $0.name == name }).id
    }

    private mutating func name(of secret: String?, after seconds: Int64 = 0) throws -> String? {
        let now = Timestamp(milliseconds: Self.start.milliseconds + seconds * 1000)
        return try table.use(secret ?? "", from: nil, at: now)?.0.name
    }

    /// A link that was sent to the wrong phone can be withdrawn.
    @Test mutating func unusedCodeIsListedAndRevoked() throws {
        let code = try #require(try make("phone", isCode: true).code)
        let listed = table.list(only: nil, at: Self.start).tokens
        #expect(listed.map(\.name) == ["phone"] && listed[0].isCode == true && listed[0].expires != nil)
        let later = Timestamp(milliseconds: Self.start.milliseconds + 600_001)
        #expect(table.list(only: nil, at: later).tokens.isEmpty)
        let (isRevoked, isRevokedAgain) = (table.revoke("phone"), table.revoke("phone"))
        #expect(isRevoked == [] && isRevokedAgain == nil)
        #expect(table.list(only: nil, at: Self.start).tokens.isEmpty)
        #expect(throws: Fault.self) { try table.claim(code, at: Self.start, using: &random) }
        #expect(throws: Fault.self) { try table.look(code, at: Self.start) }
    }

    /// The code for the next token of that name was made while the old one was about to expire.
    @Test mutating func expiryOfATokenKeepsTheCodesOfItsName() throws {
        _ = try make("phone", lifetime: .seconds(60))
        let code = try #require(try make("phone", isCode: true).code)
        let later = Timestamp(milliseconds: Self.start.milliseconds + 61_000)
        let expired = table.expire(at: later)
        let claimed = try table.claim(code, at: later, using: &random)
        #expect(expired == ["phone"] && claimed.name == "phone")
    }

    /// Who gives a guest access for three days sees that, and the guest too.
    @Test mutating func codeReportsWhenItsTokenWouldExpire() throws {
        let given = try make("guest", lifetime: .seconds(3 * 86_400), isCode: true)
        #expect(given.expires == Self.start.advanced(by: .seconds(3 * 86_400)))
        let code = try #require(given.code)
        let later = Self.start.advanced(by: .seconds(60))
        let seen = try table.look(code, at: later)
        let claimed = try table.claim(code, at: later, using: &random)
        #expect(seen.expires == later.advanced(by: .seconds(3 * 86_400)) && claimed.expires == seen.expires)
        let endless = try make("phone", isCode: true)
        #expect(endless.expires == nil)
    }

    @Test mutating func revokingATokenKeepsTheCodesOfOthers() throws {
        _ = try make("phone")
        let code = try #require(try make("tablet", isCode: true).code)
        let isRevoked = table.revoke("phone")
        let claimed = try table.claim(code, at: Self.start, using: &random)
        #expect(isRevoked == ["phone"] && claimed.name == "tablet")
        #expect(table.list(only: nil, at: Self.start).tokens.map(\.isCode) == [nil])
    }

    @Test mutating func tokenHas256BitsAndIsFoundByItsSecret() throws {
        let one = try make("phone")
        let other = try make("tablet")
        let secret = try #require(one.token)
        #expect(secret.hasPrefix("domo_"))
        #expect(secret.utf8.count == 5 + 43)
        #expect(secret != other.token)
        #expect(try name(of: secret) == "phone")
        #expect(try name(of: other.token) == "tablet")
        #expect(try name(of: secret + "x") == nil)
        #expect(try name(of: "") == nil)
        #expect(!"\(table)".contains(secret.dropFirst(5)))
    }

    @Test mutating func nameIsUsedOnce() throws {
        _ = try make("phone")
        let fault = #expect(throws: Fault.self) { try make("phone") }
        #expect(fault?.code == .exists)
    }

    @Test mutating func expiredTokenIsNotAccepted() throws {
        let secret = try make("guest", lifetime: .seconds(3600)).token
        #expect(try name(of: secret, after: 3599) == "guest")
        #expect(try name(of: secret, after: 3600) == nil)
        #expect(table.nextExpiry == Self.start.advanced(by: .seconds(3600)))
        let early = table.expire(at: Self.start.advanced(by: .seconds(3599)))
        #expect(early == [])
        let expired = table.expire(at: Self.start.advanced(by: .seconds(3600)))
        #expect(expired == ["guest"])
        #expect(table.all.isEmpty)
        #expect(table.nextExpiry == nil)
    }

    @Test mutating func revokedTokenIsNotAccepted() throws {
        let secret = try make("phone").token
        let (first, second) = (table.revoke("phone"), table.revoke("phone"))
        #expect(first == ["phone"] && second == nil)
        #expect(try name(of: secret) == nil)
        #expect(table.rules.isEmpty)
    }

    @Test mutating func codeIsExchangedOnceWithinTenMinutes() throws {
        let grant = AccessRules.Grant(role: .read, places: ["Casa/Salon"])
        let first = try #require(try make("phone", grant, isCode: true).code)
        #expect(table.all.isEmpty)
        // As a user may type it.
        let typed = first.lowercased().replacing("-", with: " ")
        let given = try table.claim(typed, at: Self.start.advanced(by: .seconds(599)), using: &random)
        #expect((given.name, given.role) == ("phone", .read))
        #expect(given.places == ["Casa/Salon"])
        #expect(try name(of: given.token) == "phone")
        let used = #expect(throws: Fault.self) { try table.claim(first, at: Self.start, using: &random) }
        #expect(used?.code == .notAllowed)
        // Each device has a token of its own. Whoever makes the code learns its name.
        let next = try make("phone", isCode: true)
        #expect(next.name == "phone 2")
        let second = try #require(next.code)
        #expect(try table.claim(second, at: Self.start, using: &random).name == "phone 2")
        let late = try #require(try make("phone", isCode: true).code)
        let expired = #expect(throws: Fault.self) {
            try table.claim(late, at: Self.start.advanced(by: .seconds(600)), using: &random)
        }
        #expect(expired?.code == .notAllowed)
    }

    @Test mutating func useIsSavedOncePerHour() throws {
        let secret = try #require(try make("phone").token)
        func use(after seconds: Int64) throws -> Bool? {
            let now = Timestamp(milliseconds: Self.start.milliseconds + seconds * 1000)
            return try table.use(secret, from: "192.168.1.9", at: now)?.isWorthWriting
        }
        #expect(try use(after: 0) == true)
        #expect(try use(after: 3599) == false)
        #expect(try use(after: 7200) == true)
        #expect(table.list(only: nil, at: Self.start).tokens.first?.from == "192.168.1.9")
    }

    // MARK: - The file

    @Test mutating func writtenFileIsReadBack() throws {
        let folder = try TemporaryFolder()
        let file = TokenFile(folder: folder.path)
        let secret = try make("Anna's \"phone\"", .init(role: .act, places: ["Casa/El salón", "Otra"])).token
        _ = try make("everything", .init(role: .manage), lifetime: .seconds(60))
        _ = try make("nowhere", .init(role: .read, places: []))
        _ = try table.use(secret ?? "", from: "::1", at: Self.start)
        try file.write(table)
        let read = file.read { Issue.record("\($0)") }
        #expect(read.all == table.all && read.nextID == table.nextID)
        var status = stat()
        #expect(stat(file.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let text = try FileBytes.text(of: file.path, maxBytes: 10_000)
        #expect(!text.contains(secret?.dropFirst(5) ?? ""))
    }

    @Test func damagedLinesOfTheFileAreSkipped() throws {
        let folder = try TemporaryFolder()
        let digest = String(repeating: "0a", count: 32)
        let good = "\(digest) act 2026-11-20T21:04:05.123Z anna - - - phone"
        let text = "\(good)\nno token\n\(good.dropFirst(1))\n"
        try FileBytes.replace("\(folder.path)/tokens", with: Array(text.utf8))
        var warnings: [String] = []
        let read = TokenFile(folder: folder.path).read { warnings.append($0) }
        #expect(read.all.map(\.name) == ["phone"])
        // As before there were trees: it keeps its role, and nobody is known to have made it.
        #expect(read.all.first?.rule == .init(grant: .init(role: .act), creator: .unknown))
        #expect(warnings.count { $0.contains("its token is not accepted") } == 2)
        #expect(warnings.last?.hasSuffix("damaged; a copy of it is \(folder.path)/tokens.damaged") == true)
        #expect(read.nextID > 1_000_000_000_000)
    }

    /// Such a file has no line for the doors.
    private static func oldFile() -> String {
        let digests = ["0a", "0b", "0c", "0d"].map { String(repeating: $0, count: 32) }
        let rest = "2026-11-20T21:04:05.123Z anna - - -"
        return """
            domo-tokens 2 next 18
            3 unknown no \(digests[0]) act \(rest) "Anna's phone"
            5 user:1000:27,1000:ana yes \(digests[1]) act \(rest) tablet Casa/Salon
            7 token:3 no \(digests[2]) read \(rest) frame
            9 unknown no \(digests[3]) manage \(rest) admin

            """
    }

    /// Tokens of earlier builds with the role act keep what they may do, and the upgrade says once which these are.
    @Test func tokensOfAnEarlierBuildKeepTheirDoors() throws {
        let folder = try TemporaryFolder()
        let file = TokenFile(folder: folder.path)
        try FileBytes.replace(file.path, with: Array(Self.oldFile().utf8))
        var names: [[String]] = []
        let read = file.read {
            Issue.record("\($0)")
        } upgraded: {
            names.append($0)
        }
        #expect(names == [["Anna's phone", "tablet"]])
        #expect(read.nextID == 18)
        #expect(read.rules.mapValues(\.grant.opensDoors) == [3: true, 5: true, 7: false, 9: true])
        try file.write(read)
        let again = file.read {
            Issue.record("\($0)")
        } upgraded: { _ in
            Issue.record("upgraded again")
        }
        #expect(again.all == read.all && again.nextID == 18)
    }

    /// An earlier build reads each line of a new file but that of the doors, for which it warns.
    @Test mutating func fileStaysReadableForEarlierBuilds() throws {
        let folder = try TemporaryFolder()
        let file = TokenFile(folder: folder.path)
        _ = try make("phone", .init(role: .act))
        _ = try make("guest", .init(role: .act, opensDoors: false))
        try file.write(table)
        let lines = try FileBytes.text(of: file.path, maxBytes: 10_000).split(separator: "\n")
        #expect(lines[0] == "domo-tokens 2 next 3")
        #expect(lines[1] == "doors 1")
        #expect(lines.dropFirst(2).allSatisfy { ["1", "2"].contains($0.prefix(1)) && $0.contains(" act ") })
        let read = file.read { Issue.record("\($0)") }
        #expect(read.rules.mapValues(\.grant.opensDoors) == [1: true, 2: false])
    }

    @Test mutating func doorsAreGivenAndTaken() throws {
        _ = try make("guest", .init(role: .act, opensDoors: false))
        _ = try make("admin", .init(role: .manage))
        _ = try make("frame", .init(role: .read))
        func doors(_ table: TokenTable, _ name: String) -> Bool? {
            table.list(only: name, at: Self.start).tokens.first?.doors
        }
        #expect([doors(table, "guest"), doors(table, "admin"), doors(table, "frame")] == [false, true, nil])
        for (name, isOn) in [("guest", true), ("admin", false), ("frame", true)] {
            let isFound = table.setDoors(of: name, to: isOn)
            #expect(isFound)
        }
        // The role decides for the others.
        #expect([doors(table, "guest"), doors(table, "admin"), doors(table, "frame")] == [true, true, nil])
        let isTaken = table.setDoors(of: "guest", to: false)
        let isNobody = table.setDoors(of: "nobody", to: true)
        #expect(isTaken && !isNobody)
        #expect(doors(table, "guest") == false)
    }

    /// FIPS 180-4, the example of one block.
    @Test func digestIsSHA256() throws {
        #expect(
            try TokenDigest(of: "abc").hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }
}
