import DomoTestKit
import Foundation
import Testing

/// The log of access, from outside.
@Suite(.waits) struct AuditTests {
    private struct Page: Decodable {
        struct Entry: Decodable {
            var kind: String
            var by: String?
            var byKind: String?
            var from: String?
            var subject: String?
            var message: String?
            var count: Int
        }

        var entries: [Entry]
    }

    private static func entries(_ household: Household, _ options: String...) throws -> [Page.Entry] {
        let output = try household.run("domo", ["--json", "audit"] + options).output
        return try JSONDecoder().decode(Page.self, from: Data(output.utf8)).entries
    }

    @Test func lifeOfATokenIsKept() throws {
        try Household.running { household in
            let web = try WebServer(household, ["--proxy", "127.0.0.1"])
            let phone = try web.token("phone", "--role", "manage")
            // Behind a proxy, from two addresses.
            for address in ["10.0.0.5", "10.0.0.5", "10.0.0.6"] {
                let fields = ["-H", "X-Forwarded-For: \(address)"]
                #expect(try web.ask("/api/v1/session", token: phone, fields).status == 200)
            }
            #expect(try web.post("/api/v1/tokens", token: phone, #"{"name":"guest","role":"read"}"#).status == 201)
            let wrong = try web.ask("/api/v1/session", token: "domo_x", ["-H", "X-Forwarded-For: 10.0.0.7"])
            #expect(wrong.status == 401)
            #expect(try web.post("/api/v1/session", token: nil, #"{"code":"AAAA-AAAA"}"#).status != 201)
            expect(try household.domo("token", "revoke", "phone", "--yes"))

            let signIns = try Self.entries(household, "--kind", "new-address")
            #expect(signIns.map(\.from) == ["127.0.0.1", "10.0.0.6", "10.0.0.5"], "\(signIns)")
            #expect(signIns.allSatisfy { $0.by == "phone" && $0.byKind == "token" })
            let made = try Self.entries(household, "--kind", "token")
            #expect(made.map(\.subject) == ["guest", "phone"])
            #expect(made.first?.byKind == "token" && made.first?.by == "phone" && made.first?.message == "read")
            #expect(made.last?.byKind == "user")
            let failed = try Self.entries(household, "--kind", "failed-sign-in")
            #expect(failed.contains { $0.from == "10.0.0.7" && $0.message == "a wrong token" }, "\(failed)")
            let revoked = try Self.entries(household, "--kind", "revoked")
            #expect(revoked.map(\.subject) == ["guest", "phone"])
            #expect(revoked.first?.message == "made by phone")
            expect(
                try household.domo("audit"),
                says: ["token revoked", "phone, by root", "failed sign-in", "from 10.0.0.7", "domod started"]
            )
        }
    }

    @Test func reloadsFilesAndRefusalsAreKept() throws {
        try Household.running { household in
            let web = try WebServer(household)
            let reader = try web.token("reader", "--role", "read")
            for _ in 0..<3 { #expect(try web.post("/api/v1/reload", token: reader, "{}").status == 403) }
            let manager = try web.token("manager", "--role", "manage")
            #expect(try web.post("/api/v1/reload", token: manager, "{}").status == 200)
            expect(try household.run("domo", ["script", "save", "Nueva", "log hello"]))
            let refused = try Self.entries(household, "--kind", "refused")
            #expect(refused.map(\.subject) == ["reload"] && refused.first?.count == 3, "\(refused)")
            #expect(refused.first?.by == "reader" && refused.first?.message == "requires the role manage")
            #expect(try Self.entries(household, "--kind", "reload").map(\.by) == ["manager"])
            let files = try Self.entries(household, "--kind", "file")
            #expect(files.count == 1 && files.first?.subject?.hasSuffix("/Nueva.domo") == true, "\(files)")
            #expect(files.first?.message == "created" && files.first?.byKind == "user")

            // Over HTTP, for those who manage everything.
            let page = try web.ask("/api/v1/audit?kind=refused", token: manager)
            #expect(page.status == 200 && page.body.contains(#""subject":"reload""#), "\(page)")
            let part = try web.token("part", "--role", "manage", "--place", "Salon")
            for token in [reader, part] { #expect(try web.ask("/api/v1/audit", token: token).status == 403) }
            let wrong = try web.ask("/api/v1/audit?kind=nothing", token: manager)
            #expect(wrong.status == 400 && wrong.body.contains("failed-sign-in"), "\(wrong)")
        }
    }

    /// What was shown is stored.
    @Test func tracesSurviveAKill() throws {
        try Household.running { household in
            expect(try household.domo("token", "new", "before"))
            #expect(try Self.entries(household, "--kind", "token").count == 1)
            household.daemon?.send(SIGKILL)
            #expect(try household.daemon?.waitForEnd() == 128 + SIGKILL)
            try household.startDaemon()
            let made = try Self.entries(household, "--kind", "token")
            #expect(made.map(\.subject) == ["before"])
            #expect(try Self.entries(household, "--kind", "start").count == 2)
        }
    }
}
