import DomoBridge
import DomoModel
import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// The one-use code, and the credentials that a house gets for it.
struct EnrolmentCodeTests {
    private static let account = newSeed(.account)
    private static let user = newSeed(.user)
    static let seed = user.text

    private static func newSeed(_ kind: NKeyKind) -> NKeySeed {
        do { return try NKeySeed(new: kind) } catch { fatalError("\(error)") }
    }

    private static let authority: AuthorityCertificates = {
        do { return try AuthorityCertificates(bodies: [String(repeating: "AAAA", count: 150), "BBBB"]) } catch {
            fatalError("\(error)")
        }
    }()

    static func jwt(_ user: NKeySeed) -> NATSJWT {
        let claims = NATSClaims.user(UserClaims(account: account.key, rights: nil))
        do {
            return try NATSJWT(
                claims,
                about: user.key,
                name: "casa0001",
                issuedAt: 1_795_000_000,
                expires: 1_795_212_000,
                signedBy: account
            )
        } catch {
            fatalError("\(error)")
        }
    }

    static let code = EnrolmentCode(
        house: HouseID("casa0001")!,
        servers: ["tls://n1.fleet.example:4222", "tls://[2001:db8::1]:4222"],
        authority: authority,
        seed: Secret(seed),
        jwt: jwt(user)
    )

    @Test func codeIsReadAsItWasWritten() throws {
        #expect(try EnrolmentCode(Self.code.text) == Self.code)
        #expect(Self.code.authority?.bodies.count == 2 && Self.code.expires?.milliseconds == 1_795_212_000_000)
        var open = Self.code
        open.authority = nil
        #expect(try EnrolmentCode(open.text) == open)
        // As it arrives from a message.
        let text = Self.code.text
        #expect(try EnrolmentCode("  \(text.prefix(60))\n\(text.dropFirst(60)) \n") == Self.code)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x24 })
        #expect(!"\(Self.code)".contains(Self.seed))
    }

    /// With large certificates.
    @Test func linesCanBePastedIntoATerminal() throws {
        var code = Self.code
        code.authority = try AuthorityCertificates(bodies: [String(repeating: "AAAA", count: 1000)])
        let lines = code.lines.split(separator: "\n")
        #expect(lines.count > 1 && lines.allSatisfy { $0.utf8.count < 4096 })
        #expect(try EnrolmentCode(code.lines) == code)
        #expect(Self.code.lines == Self.code.text)
    }

    @Test func eachChangeIsFound() throws {
        let text = Array(Self.code.text.utf8)
        for length in stride(from: 0, to: text.count, by: 11) {
            #expect(throws: HouseFault.self) { try EnrolmentCode(String(decoding: text.prefix(length), as: UTF8.self)) }
        }
        for index in stride(from: 0, to: text.count, by: 11) {
            var other = text
            other[index] = other[index] == 0x41 ? 0x42 : 0x41
            #expect(throws: HouseFault.self) { try EnrolmentCode(String(decoding: other, as: UTF8.self)) }
        }
        #expect(throws: HouseFault.self) { try EnrolmentCode(Self.code.text + String(repeating: "A", count: 15_000)) }
    }

    static let invalid: [@Sendable (EnrolmentCode) -> EnrolmentCode] = [
        {
            var code = $0
            code.servers = []
            return code
        },
        {
            var code = $0
            code.servers = Array(repeating: "tls://a:1", count: 9)
            return code
        },
        {
            var code = $0
            code.servers = ["http://a:1"]
            return code
        },
        {
            var code = $0
            code.servers = ["tls://a"]
            return code
        },
        {
            var code = $0
            code.servers = ["tls://a:0"]
            return code
        },
        {
            var code = $0
            code.servers = ["tls://user:password@a:1"]
            return code
        },
        {
            var code = $0
            code.seed = Secret("SU")
            return code
        },
        {
            var code = $0
            code.seed = Secret("SA" + String(repeating: "A", count: 56))
            return code
        },
        {
            var code = $0
            code.jwt = EnrolmentCodeTests.jwt(EnrolmentCodeTests.newSeed(.user))
            return code
        },
    ]

    @Test func invalidContentIsRefused() {
        for change in Self.invalid { #expect(throws: HouseFault.self) { try EnrolmentCode(change(Self.code).text) } }
    }

    @Test func credentialsAreForTheirOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/credentials"
        let credentials = HouseCredentials(
            house: Self.code.house,
            servers: Self.code.servers,
            authority: "/etc/domo/ca.pem",
            seed: Self.code.seed,
            jwt: Self.code.jwt
        )
        #expect(throws: HouseFault.self) { try HouseCredentials(file: path) }
        try credentials.write(to: path)
        #expect(FileStatus.mode(of: path).map { $0 & 0o777 } == 0o600)
        #expect(try HouseCredentials(file: path) == credentials)
        for mode in [0o640, 0o604, 0o620, 0o601] as [mode_t] {
            #expect(chmod(path, mode) == 0)
            do throws(HouseFault) {
                _ = try HouseCredentials(file: path)
                Issue.record("read with the mode \(mode)")
            } catch {
                #expect(error.description.contains("chmod 600"))
            }
        }
        #expect(chmod(path, 0o600) == 0)
        for text in ["", "{}", #"{"v":1}"#, #"{"v":1,"house":"Casa"}"#] {
            try FileBytes.replace(path, with: Array(text.utf8))
            #expect(throws: HouseFault.self) { try HouseCredentials(file: path) }
        }
    }
}
