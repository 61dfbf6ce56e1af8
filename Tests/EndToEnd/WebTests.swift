import DomoTestKit
import Foundation
import Testing

/// The API of `domo-web` with a real daemon, as programs use it.
@Suite(.waits, .shares) struct WebTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    @Test func addressInUseIsReportedWithItsOption() throws {
        try Household.sharedWeb { household, web throws in
            let address = "127.0.0.1:\(web.port)"
            expect(
                try household.run("domo-web", ["--listen", address, "--socket", household.socket]),
                status: 69,
                says: ["can't listen on \(address): Address already in use", "--listen"]
            )
        }
    }

    // MARK: - The house

    @Test func houseIsReadAndControlled() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let session = try web.ask("/api/v1/session", token: token)
            #expect(session.status == 200)
            #expect(try session.field("name") == .string("phone"))
            #expect(try session.field("role") == .string("act"))
            let places = try web.ask("/api/v1/places", token: token)
            #expect(places.body.contains("Vivienda eficiente/Salon/Louver"))
            #expect(try places.field("event") != nil)
            for path in ["Salon/Louver", "Salon%2FLouver", "Vivienda%20eficiente/Salon/Louver"] {
                #expect(try web.ask("/api/v1/elements/\(path)", token: token).field("name") == .string("Louver"))
            }
            #expect(try web.ask("/api/v1/elements?path=Louver", token: token).status == 200)
            let order = try web.post(
                "/api/v1/orders",
                token: token,
                #"{"element":"Louver","value":"up"}"#,
                "-H",
                "Prefer: wait=5"
            )
            #expect(order.status == 200)
            #expect(try order.field("outcome") == .string("accepted"))
            #expect(try household.signals() == ["enable Louver → 204"])
            let level = try web.post("/api/v1/orders", token: token, #"{"element":"GradualLighting","value":40}"#)
            #expect(level.status == 202)
            #expect(
                level.headers.contains("location: /api/v1/orders/")
                    || level.headers.contains("Location: /api/v1/orders/")
            )
            try household.eventually("the level") {
                try web.ask("/api/v1/elements/GradualLighting", token: token).body.contains(#""value":40"#)
            }
            #expect(try web.ask("/api/v1/orders", token: token).body.contains(#""by":"phone","byKind":"token""#))
        }
    }

    @Test func modelHasATagAndIsSentOnce() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("phone")
            let model = try web.ask("/api/v1/model", token: token)
            let line = model.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("etag: ") }
            let tag = try #require(line?.dropFirst(6))
            #expect(try web.ask("/api/v1/model", token: token, "-H", "If-None-Match: \(tag)").status == 304)
        }
    }

    @Test(arguments: [
        (#"{"element":"Louver","value":"sideways"}"#, 422, "refused-value"),
        (#"{"element":"Nothing","value":"on"}"#, 404, "unknown-element"),
        (#"{"element":"Louver"}"#, 400, "missing property \\\"value\\\""), ("no JSON", 400, "not valid JSON"),
        (#"{"element":"Louver\nreload","value":"up"}"#, 400, "bad-request"),
        (#"{"element":"Louver","value":"up\nset Buzzer on"}"#, 400, "bad-request"),
        (#"{"element":"--explain","value":"Louver"}"#, 404, "unknown-element"),
        (#"{"element":"--deadline","value":"1s"}"#, 404, "unknown-element"),
        (#"{"element":"Louver","value":"up","deadline":"--wait"}"#, 400, "bad-request"),
    ])
    func invalidOrderIsReported(body: String, status: Int, part: String) throws {
        try Household.sharedWeb { household, web throws in
            let answer = try web.post("/api/v1/orders", token: try web.token("phone"), body, "-H", "Prefer: wait=5")
            #expect(answer.status == status, "\(answer)")
            #expect(answer.headers.contains("application/problem+json"))
            #expect(answer.body.contains(part), "\(answer.body)")
            #expect(try household.signals() == [])
        }
    }

    @Test func unsupportedMethodNamesTheSupportedOnes() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("phone")
            let answer = try web.ask("/api/v1/orders", token: token, "-X", "PUT")
            #expect(answer.status == 405)
            #expect(answer.headers.contains("GET, POST"))
            #expect(try web.ask("/api/v1/nonsense", token: token).status == 404)
        }
    }

    // MARK: - Events

    @Test func eventsBeginWithTheHouseAndContinue() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let stream = try household.start(
                "/usr/bin/curl",
                ["-sSN", "--max-time", "300", "-H", "Authorization: Bearer \(token)", web.url + "/api/v1/events"]
            )
            try stream.wait(for: "the snapshot") { output, _ in output.contains("event: snapshot") ? () : nil }
            expect(try household.domo("set", "Louver", "up"))
            let id = try stream.wait(for: "the reading") { output, _ -> String? in
                guard
                    output.contains(
                        #""path":"Vivienda eficiente/Salon/Louver","reading":{"type":"bidirectional","value":"up""#
                    )
                else { return nil }
                return output.split(separator: "\n").last { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
            }
            stream.finish()
            // It continues after the last event, without the whole house.
            expect(try household.domo("set", "Buzzer", "on"))
            let rest = try household.start(
                "/usr/bin/curl",
                [
                    "-sSN", "--max-time", "30", "-H", "Authorization: Bearer \(token)",
                    web.url + "/api/v1/events?after=\(id)",
                ]
            )
            try rest.wait(for: "the next") { output, _ in output.contains("Buzzer") ? () : nil }
            #expect(!rest.output.contains("snapshot"))
        }
    }

    @Test func revokedTokenEndsItsStreamAtOnce() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let stream = try household.start(
                "/usr/bin/curl",
                ["-sSN", "--max-time", "300", "-H", "Authorization: Bearer \(token)", web.url + "/api/v1/events"]
            )
            try stream.wait(for: "the snapshot") { output, _ in output.contains("event: snapshot") ? () : nil }
            expect(try household.domo("token", "revoke", "phone"))
            _ = try stream.waitForEnd()
            #expect(try web.ask("/api/v1/places", token: token).status == 401)
        }
    }

    @Test func restartedDaemonIsFoundAgain() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            #expect(try web.ask("/api/v1/places", token: token).status == 200)
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            let away = try web.ask("/api/v1/places", token: token)
            #expect(away.status == 503)
            #expect(away.body.contains("unreachable"))
            #expect(try web.ask("/readyz").status == 503)
            #expect(try web.ask("/healthz").status == 200)
            try household.startDaemon()
            #expect(try web.ask("/api/v1/places", token: token).status == 200)
        }
    }

    // MARK: - Who may

    /// A scene that can't start is not reported as started.
    @Test func tooManyScenesOfATokenAreRefused() throws {
        try Self.with { household, web throws in
            let token = try web.token("phone")
            let folder = household.folder.path + "/scenes"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 1...33 {
                try "wait 1h\n".write(toFile: "\(folder)/S\(number).domo", atomically: true, encoding: .utf8)
            }
            expect(try household.domo("reload"))
            for number in 1...32 {
                #expect(try web.post("/api/v1/scenes/S\(number)/run", token: token, "{}").status == 202)
            }
            let refused = try web.post("/api/v1/scenes/S33/run", token: token, "{}")
            #expect(refused.status == 429)
            #expect(try refused.field("code") == .string("busy"))
            expect(try household.domo("scene", "stop", "S1"))
            try household.eventually("there is room again") {
                try web.post("/api/v1/scenes/S33/run", token: token, "{}").status == 202
            }
        }
    }

    @Test func everythingNeedsAToken() throws {
        try Self.with { household, web throws in
            for path in ["places", "model", "orders", "status", "events", "tokens", "session", "elements/Louver"] {
                #expect(try web.ask("/api/v1/\(path)").status == 401)
                #expect(try web.ask("/api/v1/\(path)", token: "domo_nonsense").status == 401)
            }
            #expect(try web.post("/api/v1/orders", #"{"element":"Louver","value":"up"}"#).status == 401)
            #expect(try household.signals() == [])
        }
    }

    @Test func tokenHasItsRoleAndPlaces() throws {
        try Self.with { household, web throws in
            let reader = try web.token("reader", "--role", "read", "--place", "Salon")
            #expect(try web.post("/api/v1/orders", token: reader, #"{"element":"Louver","value":"up"}"#).status == 403)
            #expect(try web.ask("/api/v1/elements/Louver", token: reader).status == 200)
            // What it may not see does not exist for it.
            #expect(try web.ask("/api/v1/elements/Buzzer", token: reader).status == 404)
            #expect(try !web.ask("/api/v1/places", token: reader).body.contains("Buzzer"))
            #expect(try web.ask("/api/v1/tokens", token: reader).body.contains("reader"))
            #expect(try web.post("/api/v1/reload", token: reader, "{}").status == 403)
            #expect(try household.signals() == [])
        }
    }

    @Test func browserNeedsBothHalvesAndItsOwnOrigin() throws {
        try Self.with { _, web throws in
            let code = try web.token("phone", "--code")
            let signIn = try web.post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", "Origin: \(web.url)")
            #expect(signIn.status == 201, "\(signIn)")
            let cookieLine = try #require(
                signIn.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
            )
            #expect(cookieLine.contains("HttpOnly") && cookieLine.contains("SameSite=Strict"))
            let cookie = "Cookie: " + (cookieLine.dropFirst(12).split(separator: ";").first ?? "")
            guard case .string(let value)? = try signIn.field("key") else { throw WebServer.Missing() }
            let key = "Domo-Key: \(value)"
            #expect(try web.ask("/api/v1/session", "-H", cookie, "-H", key).status == 200)
            #expect(try web.ask("/api/v1/session", "-H", cookie).status == 401)
            #expect(try web.ask("/api/v1/session", "-H", key).status == 401)
            let order = #"{"element":"Louver","value":"up"}"#
            func post(_ more: String...) throws -> Int {
                try web.ask(
                    "/api/v1/orders",
                    "-H",
                    cookie,
                    "-H",
                    key,
                    "-H",
                    "Content-Type: application/json",
                    "-d",
                    order,
                    "-H",
                    more.first ?? "X-Nothing: 1"
                ).status
            }
            #expect(try post("Origin: http://evil.example") == 403)
            #expect(try post() == 403)
            #expect(try post("Origin: \(web.url)") == 202)
            // Used once.
            #expect(try web.post("/api/v1/session", #"{"code":"\#(code)"}"#, "-H", "Origin: \(web.url)").status == 401)
            // Its token is revoked too.
            #expect(
                try web.ask("/api/v1/session", "-X", "DELETE", "-H", cookie, "-H", key, "-H", "Origin: \(web.url)")
                    .status
                    == 204
            )
            #expect(try web.ask("/api/v1/session", "-H", cookie, "-H", key).status == 401)
        }
    }

    /// The token may be in use elsewhere.
    @Test func givenTokenSurvivesTheSession() throws {
        try Self.with { _, web throws in
            let token = try web.token("shared")
            let signIn = try web.post("/api/v1/session", #"{"token":"\#(token)"}"#, "-H", "Origin: \(web.url)")
            let line = try #require(
                signIn.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
            )
            guard case .string(let key)? = try signIn.field("key") else { throw WebServer.Missing() }
            let cookie = "Cookie: " + (line.dropFirst(12).split(separator: ";").first ?? "")
            let out = try web.ask(
                "/api/v1/session",
                "-X",
                "DELETE",
                "-H",
                cookie,
                "-H",
                "Domo-Key: \(key)",
                "-H",
                "Origin: \(web.url)"
            )
            #expect(out.status == 204)
            #expect(try web.ask("/api/v1/session", token: token).status == 200)
        }
    }

    @Test func foreignHostIsRefused() throws {
        try Household.sharedWeb { _, web throws in
            #expect(try web.ask("/", "-H", "Host: evil.example").status == 421)
            #expect(try web.ask("/", "-H", "Host: localhost:1").status == 200)
        }
    }

    @Test func guessingTokensIsRateLimited() throws {
        try Self.with { _, web throws in
            let token = try web.token("phone")
            // Existing sessions continue.
            let known = try web.token("tablet")
            #expect(try web.ask("/api/v1/session", token: known).status == 200)
            for _ in 0..<10 { #expect(try web.ask("/api/v1/session", token: "domo_x").status == 401) }
            let answer = try web.ask("/api/v1/session", token: token)
            #expect(answer.status == 429)
            #expect(try web.ask("/api/v1/session", token: known).status == 200)
            #expect(answer.headers.lowercased().contains("retry-after:"))
        }
    }

    // MARK: - The page

    @Test func pageIsServedWithItsPolicyAndNothingElse() throws {
        try Household.sharedWeb { _, web throws in
            let page = try web.ask("/")
            #expect(page.status == 200)
            #expect(page.headers.contains("script-src 'self'"))
            #expect(page.headers.contains("nosniff"))
            for path in ["/place/Casa", "/scenes", "/settings", "/assets/app.js", "/sw.js", "/manifest.webmanifest"] {
                #expect(try web.ask(path).status == 200, "\(path)")
            }
            for path in ["/assets/../index.html", "/assets/%2e%2e/x", "/etc/passwd", "/assets/nothing.js", "/assets"] {
                #expect(try web.ask(path).status == 404, "\(path)")
            }
        }
    }
}
