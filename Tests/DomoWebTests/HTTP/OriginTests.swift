import HTTPTypes
import Hummingbird
import HummingbirdCore
import Testing

@testable import DomoWeb

/// Which hosts, origins and URLs are accepted.
@Suite struct OriginTests {
    private static func request(_ fields: HTTPFields, host: String = "10.0.0.5:8480") -> Request {
        let head = HTTPRequest(method: .post, scheme: nil, authority: host, path: "/", headerFields: fields)
        return Request(head: head, body: .init(buffer: .init()))
    }

    private static func accepts(_ origin: String, schemes: Set<String>, publicURL: String? = nil) -> Bool {
        let origins = Origins(publicURL: publicURL, schemes: schemes)
        do throws(Problem) {
            try origins.checkOrigin(of: request([.origin: origin]), isBearer: false)
            return true
        } catch {
            return false
        }
    }

    @Test func schemeOfTheOriginMustMatch() {
        #expect(Self.accepts("https://10.0.0.5:8480", schemes: ["https"]))
        #expect(!Self.accepts("http://10.0.0.5:8480", schemes: ["https"]))
        #expect(Self.accepts("http://10.0.0.5:8480", schemes: ["http"]))
        #expect(!Self.accepts("ftp://10.0.0.5:8480", schemes: ["http", "https"]))
        #expect(Self.accepts("https://10.0.0.5:8480", schemes: ["http", "https"]))
        #expect(!Self.accepts("https://10.0.0.6:8480", schemes: ["http", "https"]))
        #expect(Self.accepts("https://house.example", schemes: ["https"], publicURL: "https://house.example/"))
        #expect(!Self.accepts("http://house.example", schemes: ["https"], publicURL: "https://house.example"))
    }

    @Test func browserThatUsesAnotherNameGetsAPageAndAProgramGetsJSON() throws {
        func page(_ accept: String, host: String = "casa<b>.example:8480") -> Response? {
            let head = HTTPRequest(
                method: .get,
                scheme: nil,
                authority: host,
                path: "/",
                headerFields: [.accept: accept]
            )
            let request = Request(head: head, body: .init(buffer: .init()))
            do throws(Problem) {
                try Origins(publicURL: nil).checkHost(of: request)
                return nil
            } catch {
                return MisdirectedPage.response(to: request, error, isSecure: false)
            }
        }
        let shown = page("text/html,application/xhtml+xml")
        #expect(shown?.status.code == 421 && shown?.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(page("application/json") == nil && page("*/*") == nil)
        #expect(page("text/html", host: "10.0.0.5:8480") == nil)
        let text = MisdirectedPage.text(url: "http://casa<b>\".example")
        #expect(text.contains("--public-url http://casa&lt;b&gt;&quot;.example"))
        #expect(!text.contains("<b>"))
    }

    @Test func secondHostIsRefused() throws {
        let origins = Origins(publicURL: nil)
        try origins.checkHost(of: Self.request([:]))
        let refused = #expect(throws: Problem.self) {
            try origins.checkHost(of: Self.request([.host: "evil.example"]))
        }
        #expect(refused?.status == .badRequest)
    }

    @Test(arguments: ["/%+1", "/%-1", "/% 1", "/%1", "/%", "/%g0", "/%0", "/?a=%+1"])
    func wrongPercentEncodingIsRefused(path: String) {
        #expect(throws: Problem.self) { try RequestPath(URI(path)) }
    }

    @Test func percentEncodingIsDecoded() throws {
        #expect(try RequestPath(URI("/a%2Fb/%C3%a9?x=%41+b")).parts == ["a", "b", "é"])
        #expect(try RequestPath(URI("/?x=%41+b"))["x"] == "A b")
    }

    @Test(
        arguments: [
            ("tokens/a%2F%2Fb", .token("a//b")), ("tokens/a//b", .token("a//b")), ("tokens/%2F", .token("/")),
            ("tokens/a%2F", .token("a/")), ("tokens/%2Fa", .token("/a")), ("tokens", .tokens), ("tokens/", .tokens),
            ("tokens?path=%2F", .token("/")), ("/tokens/a", .token("a")), ("scenes/a//b/run", .sceneRun("a//b")),
            ("plans/a//b/positions", .positions("a//b")), ("session/", .session),
        ] as [(String, Route)]
    )
    func nameWithEmptyPartsIsNotAnotherName(path: String, route: Route) throws {
        #expect(try Route(RequestPath(URI("/api/v1/" + path))) == route)
    }
}
