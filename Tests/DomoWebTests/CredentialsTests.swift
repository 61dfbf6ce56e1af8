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
        #expect(try Credentials.token(in: both).token == "domo_abc-DEF_1")
        #expect(try !Credentials.token(in: both).isBearer)
        #expect(try !Credentials.token(in: both).isOwn)
        let own = Self.request([.cookie: "\(name)=\(Credentials.ownPrefix)\(cookie)", Self.key: key])
        #expect(try Credentials.token(in: own).token == "domo_abc-DEF_1")
        #expect(try Credentials.token(in: own).isOwn)
        for fields: HTTPFields in [[.cookie: "\(name)=\(cookie)"], [Self.key: key], [:], [.authorization: "Basic x"]] {
            #expect(throws: Problem.self) { try Credentials.token(in: Self.request(fields)) }
        }
    }

    @Test func bearerTokenIsUsedUnchanged() throws {
        let presented = try Credentials.token(in: Self.request([.authorization: "bearer domo_x"]))
        #expect(presented.token == "domo_x")
        #expect(presented.isBearer)
    }

    @Test(arguments: [("00", "0"), ("zz", "zz"), ("", ""), ("00", "00"), ("0a", "00"), ("61", "6100")])
    func invalidHalvesAreRejected(cookie: String, key: String) {
        #expect(Credentials.join(cookie, key) == nil)
    }
}
