import HTTPTypes
import Hummingbird
import Testing

@testable import DomoWeb

/// The credentials of requests.
struct CredentialsTests {
    private static func request(_ fields: HTTPFields) -> Request {
        let head = HTTPRequest(method: .get, scheme: nil, authority: "localhost", path: "/", headerFields: fields)
        return Request(head: head, body: .init(buffer: .init()))
    }

    private static let key = Credentials.keyHeader

    @Test func onlyBothHalvesTogetherMakeTheToken() throws {
        let (cookie, key) = Credentials.split("domo_abc-DEF_1")
        #expect(Credentials.join(cookie, key) == "domo_abc-DEF_1")
        #expect(cookie != key)
        #expect(cookie.count == 28)
        let other = Credentials.split("domo_abc-DEF_1")
        #expect(other.cookie != cookie)
        #expect(Credentials.join(cookie, other.key) != "domo_abc-DEF_1")
        let name = Credentials.cookie
        let both = Self.request([.cookie: "a=b; \(name)=\(cookie)", Self.key: key])
        #expect(try Credentials.token(in: both, isSecure: false).token == "domo_abc-DEF_1")
        #expect(try !Credentials.token(in: both, isSecure: false).isBearer)
        #expect(try !Credentials.token(in: both, isSecure: false).isOwn)
        let own = Self.request([.cookie: "\(name)=\(Credentials.ownPrefix)\(cookie)", Self.key: key])
        #expect(try Credentials.token(in: own, isSecure: false).token == "domo_abc-DEF_1")
        #expect(try Credentials.token(in: own, isSecure: false).isOwn)
        for fields: HTTPFields in [[.cookie: "\(name)=\(cookie)"], [Self.key: key], [:], [.authorization: "Basic x"]] {
            #expect(throws: Problem.self) { try Credentials.token(in: Self.request(fields), isSecure: false) }
        }
    }

    @Test func bearerTokenIsUsedUnchanged() throws {
        let presented = try Credentials.token(in: Self.request([.authorization: "bearer domo_x"]), isSecure: false)
        #expect(presented.token == "domo_x")
        #expect(presented.isBearer)
    }

    @Test(arguments: [("00", "0"), ("zz", "zz"), ("", ""), ("00", "00"), ("0a", "00"), ("61", "6100")])
    func invalidHalvesAreRejected(cookie: String, key: String) {
        #expect(Credentials.join(cookie, key) == nil)
    }

    /// Over https the cookie has a name that browsers accept only over https, from this host.
    @Test func cookieOverHTTPSHasItsOwnName() throws {
        let (half, key) = Credentials.split("domo_x")
        let (plain, secure) = (Credentials.cookie, Credentials.secureCookie)
        let new = try Credentials.token(
            in: Self.request([.cookie: "\(secure)=\(half)", Self.key: key]),
            isSecure: true
        )
        #expect(new.token == "domo_x" && !new.isOldCookie)
        let old = try Credentials.token(in: Self.request([.cookie: "\(plain)=\(half)", Self.key: key]), isSecure: true)
        #expect(old.token == "domo_x" && old.isOldCookie)
        // One that another port of the name has set does not replace it.
        let both = Self.request([.cookie: "\(plain)=00; \(secure)=\(half)", Self.key: key])
        #expect(try Credentials.token(in: both, isSecure: true).token == "domo_x")
        #expect(throws: Problem.self) {
            try Credentials.token(in: Self.request([.cookie: "\(secure)=\(half)", Self.key: key]), isSecure: false)
        }
    }
}
