import DomoJSON
import DomoSystem
import Testing

@testable import DomoNATS

struct NATSJWTTests {
    private static let time: Int64 = 1_795_000_000

    private struct Keys {
        let operators = NATSJWTTests.seed(.operator)
        let account = NATSJWTTests.seed(.account)
        let user = NATSJWTTests.seed(.user)
    }

    private static func seed(_ kind: NKeyKind) -> NKeySeed {
        do { return try NKeySeed(new: kind) } catch { fatalError("\(error)") }
    }

    private static func user(_ keys: Keys, rights: UserRights? = nil) throws -> NATSJWT {
        try NATSJWT(
            .user(UserClaims(account: keys.account.key, rights: rights, tags: ["pp:07"])),
            about: keys.user.key,
            name: "casa0001",
            issuedAt: time,
            expires: time + 90,
            signedBy: keys.account
        )
    }

    private func payload(_ jwt: NATSJWT) throws -> String {
        String(decoding: try #require(Base64URL.bytes(of: jwt.text.split(separator: ".")[1])), as: UTF8.self)
    }

    @Test func isReadAsWritten() throws {
        let keys = Keys()
        let jwt = try Self.user(keys)
        let read = try NATSJWT(jwt.text)
        #expect(read.subject == keys.user.key && read.issuer == keys.account.key && read.name == "casa0001")
        #expect(read.issuedAt == Self.time && read.expires == Self.time + 90)
        #expect(read == jwt)
        #expect(throws: NKeyFault.self) { try NATSJWT(jwt.text, kind: .account) }
    }

    /// The fields are those of github.com/nats-io/jwt, version 2. A user with a scoped signing key must have no limits.
    @Test func claimsAreThoseOfTheServer() throws {
        let keys = Keys()
        let scoped = try payload(try Self.user(keys))
        #expect(
            scoped.hasSuffix(
                #""nats":{"issuer_account":"\#(keys.account.key)","tags":["pp:07"],"type":"user","version":2}}"#
            )
        )
        let user = try Self.user(keys, rights: UserRights(publish: ["a.*"], subscribe: ["b.>"]))
        #expect(user.mayPublish(to: "a.*") && !user.mayPublish(to: "a.b") && !user.mayPublish(to: "b.>"))
        let own = try payload(user)
        #expect(
            own.contains(
                #""nats":{"pub":{"allow":["a.*"]},"sub":{"allow":["b.>"]},"subs":-1,"data":-1,"payload":-1,"#
                    + #""allowed_connection_types":["STANDARD"],"issuer_account""#
            )
        )
        let claims = AccountClaims(
            scopes: [.init(key: keys.account.key, role: "house", template: UserRights(publish: [], subscribe: ["x"]))],
            exports: [.init("$SYS.ACCOUNT.*.CONNECT"), .init("$SYS.REQ.*", .service)],
            imports: [
                .init("$SYS.ACCOUNT.X.CONNECT", of: keys.account.key, as: "a.b"),
                .init("$SYS.REQ.*", of: keys.account.key, as: "$SYS.REQ.*", .service),
            ],
            revocations: ["\(keys.user.key)": 5]
        )
        let account = try NATSJWT(
            .account(claims),
            about: keys.account.key,
            name: "fleet",
            issuedAt: Self.time,
            signedBy: keys.operators
        )
        let text = try payload(account)
        let limits = #""limits":{"subs":-1,"data":-1,"payload":-1,"conn":-1,"imports":2,"exports":2,"wildcards":true}"#
        #expect(text.contains(limits))
        #expect(text.contains(#""subject":"$SYS.ACCOUNT.*.CONNECT","type":"stream","account_token_position":3}"#))
        #expect(text.contains(#"{"name":"$SYS.REQ.*","subject":"$SYS.REQ.*","type":"service"}]"#))
        #expect(text.contains(#""local_subject":"$SYS.REQ.*","type":"service"}]"#))
        #expect(
            text.contains(
                #""subject":"$SYS.ACCOUNT.X.CONNECT","account":"\#(keys.account.key)","local_subject":"a.b","type":"stream"}"#
            )
        )
        #expect(text.contains(#""signing_keys":[{"kind":"user_scope","key":"\#(keys.account.key)","role":"house""#))
        #expect(text.contains(#""revocations":{"\#(keys.user.key)":5}"#))
        #expect(JSONDocument(Array(text.utf8))?.root["jti"]?.string?.utf8.count == 52)
    }

    @Test func eachChangeIsFound() throws {
        let text = try Self.user(Keys()).text
        // Not each: the last character has bits that mean nothing.
        for index in stride(from: 0, to: text.utf8.count - 1, by: 7) {
            var other = Array(text.utf8)
            other[index] = other[index] == 0x41 ? 0x42 : 0x41
            #expect(throws: NKeyFault.self) { try NATSJWT(String(decoding: other, as: UTF8.self)) }
            #expect(throws: NKeyFault.self) { try NATSJWT(text.prefix(index)) }
        }
        for other in ["", "..", "a.b.c", text + ".x", String(repeating: "a", count: 20_000)] {
            #expect(throws: NKeyFault.self) { try NATSJWT(other) }
        }
    }

    @Test func keyOfAnotherKindSignsNothing() throws {
        let keys = Keys()
        for signer in [keys.operators, keys.user] {
            let fault = #expect(throws: NKeyFault.self) {
                try NATSJWT(
                    .user(UserClaims(account: keys.account.key, rights: nil)),
                    about: keys.user.key,
                    name: "x",
                    issuedAt: 0,
                    signedBy: signer
                )
            }
            #expect(fault?.code == .wrongKind)
        }
    }

    @Test func seedIsNotPrinted() throws {
        let keys = Keys()
        var printed = ""
        dump(NATSCredentials.token(try Self.user(keys), keys.user), to: &printed)
        #expect(!printed.contains(keys.user.text))
    }

    /// Not the key beside it: nats-server#8606.
    @Test func logInHasTheTokenAndNoKey() throws {
        let keys = Keys()
        let jwt = try Self.user(keys)
        var machine = SessionMachine(name: "t", credentials: .token(jwt, keys.user), security: .plain, maxPings: 2)
        let info = try #require(
            ServerInfo(json: Array(#"{"version":"2.15.1","headers":true,"nonce":"abc","server_name":"n"}"#.utf8))
        )
        guard case .send(.connect(let options))? = machine.handle(.info(info)).first else {
            Issue.record("no CONNECT")
            return
        }
        #expect(options.token == jwt.text && options.key == nil && options.signature?.utf8.count == 86)
    }
}
