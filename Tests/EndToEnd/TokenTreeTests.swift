import DomoTestKit
import Foundation
import Testing

/// The steps of somebody with a guest's token who wants to keep its rights.
@Suite(.waits) struct TokenTreeTests {
    private static func with(_ body: (Household, WebServer) throws -> Void) throws {
        try Household.running { household in try body(household, WebServer(household)) }
    }

    private static func isAccepted(_ token: String, _ web: WebServer) throws -> Bool {
        try web.ask("/api/v1/session", token: token).status == 200
    }

    /// It made "guest-forever" without an expiry.
    @Test func guestWithoutTheRightMakesNoToken() throws {
        try Self.with { _, web in
            let guest = try web.token("guest", "--place", "Salon", "--expires", "1m")
            let made = try web.post("/api/v1/tokens", token: guest, #"{"name":"guest-forever"}"#)
            #expect(made.status == 403 && made.body.contains("--may-create-tokens"), "\(made)")
        }
    }

    @Test func tokensOfATokenEndWithIt() throws {
        try Self.with { household, web in
            let phone = try web.token("phone", "--expires", "30d", "--may-create-tokens")
            let made = try web.post("/api/v1/tokens", token: phone, #"{"name":"tablet","mayCreateTokens":true}"#)
            #expect(made.status == 201)
            let tablet = try JSONDecoder().decode(Made.self, from: Data(made.body.utf8))
            #expect(tablet.expires != nil)
            #expect(try web.post("/api/v1/tokens", token: tablet.token, #"{"name":"frame"}"#).status == 201)
            expect(
                try household.domo("token", "revoke", "phone"),
                status: 65,
                says: ["2 tokens that phone has made would end with it: tablet, frame", "--yes", "--alone"]
            )
            #expect(try Self.isAccepted(tablet.token, web))
            let stream = try web.startStream(token: tablet.token)
            expect(
                try household.domo("token", "revoke", "phone", "--yes"),
                says: ["revoked phone, and what it has made: tablet, frame"]
            )
            _ = try stream.waitForEnd()
            #expect(try !Self.isAccepted(tablet.token, web))
            expect(try household.domo("token", "list"), says: ["no tokens"])
        }
    }

    /// A batch that ends a token and makes another of its name kept the stolen session, with the new role.
    @Test func sessionBelongsToATokenAndNotToItsName() throws {
        try Self.with { household, web in
            let guest = try web.token("guest")
            #expect(try Self.isAccepted(guest, web))
            expect(try household.run("domo", ["-"], input: "token revoke guest\ntoken new guest --role manage\n"))
            #expect(try !Self.isAccepted(guest, web))
        }
    }

    /// Else Ana's sign-out ends the tablets that she made.
    @Test func signingOutKeepsTheTokensThatWereMade() throws {
        try Self.with { household, web in
            let browser = try web.browser(more: "--may-create-tokens").both + ["-H", "Origin: \(web.url)"]
            let body = ["-H", "Content-Type: application/json", "-d", #"{"name":"tablet"}"#]
            let made = try web.ask("/api/v1/tokens", token: nil, browser + body)
            #expect(made.status == 201, "\(made)")
            let tablet = try JSONDecoder().decode(Made.self, from: Data(made.body.utf8))
            #expect(try web.ask("/api/v1/session", token: nil, browser + ["-X", "DELETE"]).status == 204)
            #expect(try Self.isAccepted(tablet.token, web))
            let list = try household.domo("token", "list").output
            #expect(list.contains("\ntablet") && !list.contains("\nbrowser"), "\(list)")
        }
    }

    private struct Made: Decodable {
        var token: String
        var expires: String?
    }
}
