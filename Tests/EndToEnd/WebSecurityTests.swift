import DomoTestKit
import Foundation
import Testing

/// Attacks: requests that two servers would parse differently, names and values that would
/// be injected, foreign pages, and tokens outside their limits.
@Suite(.waits, .shares) struct WebSecurityTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    private static let order = #"{"element":"Louver","value":"up"}"#

    // MARK: - Whose request it is

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", 200),
        ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n", 400),
        ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n", 400),
        ("GET http://localhost/ HTTP/1.1\r\nHost: evil.example\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n", 421), ("GET /%+1 HTTP/1.1\r\nHost: localhost\r\n", 400),
    ])
    func requestHasOneHost(request: String, status: Int) throws {
        try Self.with { _, web throws in
            let connection = try Connection(port: web.port)
            try connection.send("\(request)Connection: close\r\n\r\n")
            #expect(try connection.rest().hasPrefix("HTTP/1.1 \(status) "), "\(request)")
        }
    }

    // MARK: - Where a request ends

    /// A header and a body, which follow `POST /api/v1/orders` with a token that may order.
    private static let smuggled: [(name: String, header: String, body: String)] = [
        ("both lengths", "Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        ("both lengths, turned round", "Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"),
        ("two lengths", "Content-Length: 0\r\nContent-Length: \(order.count)", order),
        ("a list of lengths", "Content-Length: \(order.count), \(order.count)", order),
        ("a signed length", "Content-Length: +\(order.count)", order),
        ("a length below zero", "Content-Length: -1", order),
        ("a chunk without a number", "Transfer-Encoding: chunked", "\(hex)\r\n\(order)\r\nzz\r\n\r\n"),
        ("a chunk that is longer", "Transfer-Encoding: chunked", "1\r\n\(order)\r\n0\r\n\r\n"),
        ("a chunk in C", "Transfer-Encoding: chunked", "0x\(hex)\r\n\(order)\r\n0\r\n\r\n"),
        ("a chunk with half a line end", "Transfer-Encoding: chunked", "\(hex)\n\(order)\r\n0\r\n\r\n"),
        ("another encoding", "Transfer-Encoding: xchunked", "\(hex)\r\n\(order)\r\n0\r\n\r\n"),
        ("chunks inside", "Transfer-Encoding: chunked, identity", "\(hex)\r\n\(order)\r\n0\r\n\r\n"),
        ("a space before the colon", "Transfer-Encoding : chunked", "\(hex)\r\n\(order)\r\n0\r\n\r\n"),
        ("a line that goes on", "X-Folded: a\r\n Content-Length: 0\r\nContent-Length: \(order.count)", order),
        ("half a line end", "X-Name: a\rContent-Length: 0\r\nContent-Length: \(order.count)", order),
        ("a line feed alone", "X-Name: a\nContent-Length: 0\r\nContent-Length: \(order.count)", order),
        ("a zero byte", "X-Name: a\0b\r\nContent-Length: \(order.count)", order),
    ]
    private static let hex = String(order.count, radix: 16)

    @Test func ambiguousRequestsAreRefused() throws {
        try Self.with { household, web throws in
            let head =
                "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(try web.token("phone"))\r\n"
                + "Content-Type: application/json\r\n"
            for (name, header, body) in Self.smuggled {
                let connection = try Connection(port: web.port)
                // A second request follows each, which must never be taken for a request.
                try connection.send(
                    "\(head)\(header)\r\n\r\n\(body)"
                        + "\(head)Content-Length: \(Self.order.count)\r\n\r\n\(Self.order)"
                )
                let answer = try connection.rest()
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(name): \(answer)")
                #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(name): \(answer)")
            }
            #expect(try household.signals() == [])
            // The same without an error controls the house.
            let connection = try Connection(port: web.port)
            try connection.send("\(head)Connection: close\r\nContent-Length: \(Self.order.count)\r\n\r\n\(Self.order)")
            connection.endSending()
            #expect(try connection.rest().hasPrefix("HTTP/1.1 202 "))
            try household.eventually("the order") { try household.signals() == ["enable Louver → 204"] }
        }
    }

    @Test func halfARequestHasNoEffect() throws {
        try Self.with { household, web throws in
            let connection = try Connection(port: web.port)
            try connection.send(
                "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(try web.token("phone"))\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(Self.order.count + 1)\r\n\r\n\(Self.order)"
            )
            connection.endSending()
            #expect(try connection.rest().hasPrefix("HTTP/1.1 400 "))
            #expect(try household.signals() == [])
        }
    }

    // MARK: - Paths

    @Test(arguments: [
        "/../../etc/passwd", "/assets/../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fx",
        "/assets/%252e%252e/x", "/assets//etc/passwd", "/assets/app.js/..", "/assets/%00app.js", "/assets/app.js%00",
        "/api/v1/elements/..", "/api/v1/elements/%2e%2e/%2e%2e/status", "/api/v1/elements/../status",
        "/api/v1/history/../../etc/passwd", "/api/v2/places", "/api", "/api/v1", "/api/v1/../../etc/passwd",
    ])
    func pathDoesNotEscape(path: String) throws {
        try Household.sharedWeb { _, web throws in
            let answer = try web.ask(path, token: try web.token("phone"))
            #expect([400, 404].contains(answer.status), "\(answer)")
            #expect(!answer.body.contains("root:"))
        }
    }

    @Test(arguments: ["/api/v1/elements/%FF", "/api/v1/elements/%C0%AE", "/%", "/%4", "/%zz", "/?a=%FF"])
    func invalidURLIsRefused(path: String) throws {
        try Household.sharedWeb { _, web throws in
            #expect(try web.ask(path, token: try web.token("phone")).status == 400)
        }
    }

    // MARK: - Names and values

    /// Unescaped, each would be a second line, an option, or another word of the language.
    private static let injections = [
        "Louver\nset Buzzer on", "Louver\r\nset Buzzer on", "Louver\u{0}", "Louver\u{1B}[2J", "Louver\u{7F}",
        "Louver\u{85}",
        "Louver\u{2028}set Buzzer on", "Louver\" on --as \"x", "Louver' on", "\\", "Louver\\", "Louver;Buzzer",
        "$(reboot)", "--explain",
        "-", "--", "-r", "#", "\"", "'", "Louver on --deadline 1s", "", " ", "\u{202E}Louver",
    ]

    @Test func namesAndValuesAreNotInjected() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone", "--role", "manage")
            for text in Self.injections {
                let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
                for path in [
                    "elements/\(encoded)", "elements?path=\(encoded)", "history/\(encoded)", "stats?path=\(encoded)",
                    "places/\(encoded)", "orders?element=\(encoded)", "history/Louver?since=\(encoded)",
                    "calendar?from=\(encoded)",
                ] {
                    // An empty name is the same as none: everything.
                    let answer = try web.ask("/api/v1/\(path)", token: token)
                    #expect(
                        (400..<500).contains(answer.status) || answer.status == 200 && text.allSatisfy { $0 == " " },
                        "\(path): \(answer)"
                    )
                }
                for body in [
                    #"{"element":\#(quoted),"value":"up"}"#, #"{"element":"Louver","value":\#(quoted)}"#,
                    #"{"element":"Louver","value":"up","type":\#(quoted)}"#,
                    #"{"element":"Louver","value":"up","deadline":\#(quoted)}"#,
                ] {
                    let answer = try web.post("/api/v1/orders", token: token, body, "-H", "Prefer: wait=5")
                    #expect((400..<500).contains(answer.status), "\(body): \(answer)")
                }
                for step in ["run", "stop"] {
                    let answer = try web.post("/api/v1/scenes/\(encoded)/\(step)", token: token, "{}")
                    #expect((400..<500).contains(answer.status), "\(step) \(text.debugDescription): \(answer)")
                }
                let revoked = try web.ask("/api/v1/tokens/\(encoded)", token: token, ["-X", "DELETE"])
                #expect((400..<500).contains(revoked.status), "\(text.debugDescription): \(revoked)")
            }
            #expect(try household.signals() == [])
            #expect(try web.ask("/api/v1/session", token: token).status == 200)
        }
    }

    /// A text for an element may contain anything but control characters.
    @Test func textThatLooksLikeTheLanguageArrivesUnchanged() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            for text in ["--wait", "on\" --as \"x", "it's", "a;b #c", "\\n", "<b>&amp;</b>"] {
                let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
                let answer = try web.post(
                    "/api/v1/orders",
                    token: token,
                    #"{"element":"HomeMessaging","type":"value","value":\#(quoted)}"#,
                    "-H",
                    "Prefer: wait=5"
                )
                #expect(answer.status == 200, "\(answer)")
                #expect(try household.signals().last == "setValue HomeMessaging \(text) → 204")
            }
        }
    }

    @Test func namesInResponsesAreEscaped() throws {
        let house = Household.modelHouse.replacing(
            "<Nombre>Louver</Nombre>",
            with: #"<Nombre>&lt;b onclick="x()"&gt;</Nombre>"#
        )
        try Household.running(home: house) { household in
            let web = try WebServer(household)
            let places = try web.ask("/api/v1/places", token: try web.token("phone"))
            #expect(places.body.contains(#"<b onclick=\"x()\">"#))
            // It is JSON, and is not taken for a page.
            #expect(places.headers.contains("application/json"))
            #expect(places.headers.contains("nosniff"))
            let missing = try web.ask("/%3Cscript%3Ealert(1)%3C/script%3E")
            #expect(missing.headers.contains("application/problem+json"))
        }
    }

    // MARK: - Pages of others

    @Test func foreignPagesChangeNothing() throws {
        try Self.with { household, web throws in
            let browser = try web.browser()
            func post(_ fields: String...) throws -> Int {
                let fields = fields.flatMap { ["-H", $0] }
                let json = ["-H", "Content-Type: application/json", "-d", Self.order]
                return try web.ask("/api/v1/orders", token: nil, browser.both + json + fields).status
            }
            for origin in [
                "null", "http://evil.example", "https://127.0.0.1:\(web.port)x", "http://127.0.0.1",
                "http://localhost:\(web.port)",
                "http://127.0.0.1:\(web.port).evil.example", "http://127.0.0.1:\(web.port)@evil.example", "file://", "",
            ] {
                #expect(try post("Origin: \(origin)") == 403, "\(origin)")
            }
            #expect(try post() == 403)
            #expect(try household.signals() == [])
            #expect(try post("Origin: \(web.url)") == 202)
        }
    }

    @Test func signInFromAnotherPageIsRefused() throws {
        try Self.with { _, web throws in
            let code = try web.token("phone", "--code")
            for fields in [["-H", "Origin: http://evil.example"], ["-H", "Origin: null"], []] {
                let json = ["-H", "Content-Type: application/json", "-d", #"{"code":"\#(code)"}"#]
                #expect(try web.ask("/api/v1/session", token: nil, json + fields).status == 403)
            }
            // Nobody used it up.
            #expect(try web.post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", "Origin: \(web.url)").status == 201)
        }
    }

    @Test func lookAtACodeDoesNotUseItUp() throws {
        try Self.with { _, web throws in
            let code = try web.token("guest", "--code", "--role", "act", "--place", "Salon")
            let origin = ["-H", "Origin: \(web.url)"]
            func look(_ code: String, _ fields: [String]) throws -> WebServer.Answer {
                let json = ["-H", "Content-Type: application/json", "-d", #"{"code":"\#(code)","look":true}"#]
                return try web.ask("/api/v1/session", token: nil, json + fields)
            }
            for _ in 0..<2 {
                let found = try look(code, origin)
                #expect(found.status == 200 && !found.headers.lowercased().contains("set-cookie"), "\(found)")
                #expect(found.body.hasPrefix(#"{"name":"guest","role":"act","places":["Vivienda eficiente/Salon"],"#))
                #expect(!found.body.contains("domo_") && !found.body.contains("key"))
            }
            #expect(try look(code, []).status == 403)
            #expect(try web.post("/api/v1/session", #"{"token":"x","look":true}"#, "-H", origin[1]).status == 400)
            #expect(try web.post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", origin[1]).status == 201)
            #expect(try look(code, origin).status == 401)
            // Looks are no way to guess.
            for _ in 0..<9 { #expect(try look("ABCD-EFGH", origin).status == 401) }
            #expect(try look("ABCD-EFGH", origin).status == 429)
        }
    }

    /// Browsers keep links in their history.
    @Test func linkNeverCarriesAToken() throws {
        try Self.with { _, web throws in
            let manager = try web.token("manager", "--role", "manage")
            let token = try web.post("/api/v1/tokens", token: manager, #"{"name":"program"}"#)
            #expect(token.status == 201 && !token.body.contains("link") && token.body.contains("domo_"), "\(token)")
            let code = try web.post("/api/v1/tokens", token: manager, #"{"name":"tablet","code":true}"#)
            #expect(code.body.contains(#""link":"\#(web.url)/#code="#), "\(code)")
        }
    }

    /// A form of another page can't send JSON.
    @Test func bodyNotDeclaredAsJSONIsRefused() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
                let body = ["-H", "Content-Type: \(type)", "-d", Self.order]
                #expect(try web.ask("/api/v1/orders", token: token, body).status == 415)
            }
            #expect(try household.signals() == [])
        }
    }

    @Test(arguments: [
        "evil.example", "evil.example:8480", "127.0.0.1.evil.example", "localhost.evil.example",
        "evil.example#localhost",
        "127.0.0.1@evil.example", "localhost@evil.example", "[::1].evil.example", "house.example.evil.example",
        "localhost:80@evil.example", "[::1", "[::1]x:1", "127.0.0.1:80.evil.example",
    ])
    func foreignHostNameIsRefused(host: String) throws {
        try Household.sharedWeb(["--public-url", "https://house.example"]) { _, web throws in
            let token = try web.token("phone")
            for path in ["/", "/api/v1/places", "/metrics"] {
                #expect(try web.ask(path, token: token, ["-H", "Host: \(host)"]).status == 421, "\(host)")
            }
            #expect(try web.ask("/", "-H", "Host: house.example").status == 200)
        }
    }

    @Test func requestWithoutAHostIsRefused() throws {
        try Household.sharedWeb { _, web throws in
            for head in ["GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
                let connection = try Connection(port: web.port)
                try connection.send(head)
                connection.endSending()
                #expect(try connection.rest().hasPrefix("HTTP/1.1 400 "), "\(head)")
            }
        }
    }

    // MARK: - Tokens

    @Test func halvesOfTwoTokensDoNotMatch() throws {
        try Self.with { _, web throws in
            let (one, other) = (try web.browser("one"), try web.browser("other"))
            #expect(try web.ask("/api/v1/places", token: nil, one.both).status == 200)
            for fields in [
                one.cookie + other.key, other.cookie + one.key, one.cookie, one.key,
                one.cookie + ["-H", "Authorization: Bearer x"], one.cookie + ["-H", "Domo-Key: "],
            ] {
                #expect(try web.ask("/api/v1/places", token: nil, fields).status == 401, "\(fields)")
            }
        }
    }

    @Test func revokedTokenEndsEverything() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let streams = try (0..<3).map { _ in try web.startStream(token: token) }
            expect(try household.domo("token", "revoke", "phone"))
            for stream in streams { _ = try stream.waitForEnd() }
            #expect(try web.ask("/api/v1/places", token: token).status == 401)
        }
    }

    @Test func roleAndPlaceApplyToEveryRequest() throws {
        try Self.with { household, web throws in
            let reader = try web.token("reader", "--role", "read")
            let salon = try web.token("salon", "--role", "act", "--place", "Salon")
            let nobody: [(String, String)] = [
                ("orders", Self.order), ("reload", "{}"),
            ]
            for (path, body) in nobody {
                #expect(try web.post("/api/v1/\(path)", token: reader, body).status == 403, "\(path)")
            }
            #expect(try web.post("/api/v1/tokens", token: reader, #"{"name":"x","role":"manage"}"#).status == 403)
            for path in [
                "elements/Buzzer", "history/Buzzer", "places/Vivienda%20eficiente%2FCocina", "orders?element=Buzzer",
            ] {
                #expect(try web.ask("/api/v1/\(path)", token: salon).status == 404, "\(path)")
            }
            #expect(try web.post("/api/v1/orders", token: salon, #"{"element":"Buzzer","value":"on"}"#).status == 404)
            #expect(try web.ask("/api/v1/model", token: salon).body.contains("Buzzer") == false)
            #expect(try web.post("/api/v1/orders", token: salon, Self.order).status == 202)
            try household.eventually("the one order") { try household.signals() == ["enable Louver → 204"] }
        }
    }
}
