import FoundationEssentials
import Testing

@testable import DomoDaemon

/// Logins with tokens over the socket.
struct SessionTests {
    private struct Given: Decodable {
        struct Content: Decodable {
            var name: String
            var token: String?
            var code: String?
        }

        var ok: Content
    }

    private func given(_ line: String) throws -> Given.Content {
        try JSONDecoder().decode(Given.self, from: Data(line.utf8)).ok
    }

    private func token(_ client: SocketClient, _ line: String) throws -> String {
        try #require(try given(client.ask(line)).token)
    }

    @Test func loginAppliesUntilLogout() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let secret = try token(root, "token new --role read --place Casa/Salon phone")
            let client = try house.client()
            // Sent at once; the first line still runs as the user.
            try client.send(
                "show Dimmer0\nlogin \(secret)\nshow Dimmer0\nshow Lamp0\nset Lamp0 on\nlogout\nshow Dimmer0\n"
            )
            let lines = try (0..<7).map { _ in try #require(try client.line()) }
            #expect(lines[0].contains("Casa/Cocina/Dimmer0"))
            #expect(lines[1].contains(#"{"ok":{"name":"phone","role":"read","places":["Casa/Salon"],"tree":1}}"#))
            #expect(lines[2].contains("unknown-element"))
            #expect(lines[3].contains("Casa/Salon/Lamp0"))
            #expect(lines[4].contains("not-allowed"))
            #expect(lines[5].contains(#""role":"manage""#))
            #expect(lines[6].contains("Casa/Cocina/Dimmer0"))
        }
    }

    @Test func replyForOthersIsNotRepeatedForWhoSeesLess() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let secret = try token(root, "token new --role read --place Casa/Salon phone")
            let client = try house.client()
            let shown = try client.ask("show Dimmer0")
            #expect(try root.ask("show Dimmer0") == shown && client.ask("show Dimmer0") == shown)
            _ = try client.ask("login \(secret)")
            // Without an input of the engine in between, for this client and for others.
            #expect(try root.ask("show Dimmer0") == shown)
            #expect(try client.ask("show Dimmer0").contains("unknown-element"))
            #expect(try root.ask("show Dimmer0") == shown)
            _ = try client.ask("logout")
            #expect(try client.ask("show Dimmer0") == shown)
        }
    }

    @Test func invalidTokenChangesNothing() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            #expect(try client.ask("login domo_nonsense").contains("not-allowed"))
            #expect(try client.ask("show Lamp0").contains("Lamp0"))
        }
    }

    @Test func codeCanBeExchangedWithoutALogin() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let code = try #require(try given(root.ask("token new tablet --code --role act")).code)
            let client = try house.client()
            let secret = try token(client, "claim \(code)")
            #expect(try client.ask("claim \(code)").contains("not-allowed"))
            #expect(try client.ask("login \(secret)").contains(#""role":"act""#))
        }
    }

    @Test func tokenHasNoMoreRightsThanItsCreator() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let secret = try token(root, "token new --role act --place Casa/Salon --may-create-tokens phone")
            let client = try house.client()
            _ = try client.ask("login \(secret)")
            #expect(try client.ask("token new child --role manage").contains("not-allowed"))
            #expect(try client.ask("token new child --place Casa/Cocina").contains("unknown-place"))
            #expect(try client.ask("token new child --place Casa").contains("not-allowed"))
            let child = try token(client, "token new child")
            #expect(try client.ask("token revoke other").contains("not-allowed"))
            // A token sees only itself.
            #expect(try !client.ask("token list").contains("child"))
            #expect(
                try client.ask("login \(child)")
                    .contains(#"{"name":"child","role":"act","places":["Casa/Salon"],"doors":false,"tree":1}"#)
            )
        }
    }

    @Test func revokingATokenClosesOnlyItsConnections() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let secret = try token(root, "token new phone")
            let other = try token(root, "token new tablet")
            let (phone, tablet) = (try house.client(), try house.client())
            _ = try phone.ask("login \(secret)")
            _ = try phone.ask("watch")
            _ = try tablet.ask("login \(other)")
            #expect(try root.ask("token revoke phone").contains("ok"))
            #expect(try phone.line() == nil)
            #expect(try tablet.ask("show Lamp0").contains("Lamp0"))
            #expect(try root.ask("login \(secret)").contains("not-allowed"))
            #expect(try root.ask("token revoke phone").contains("unknown-token"))
        }
    }

    @Test func tokenListShowsItsUseAndNoSecret() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            let secret = try token(root, "token new --expires 30d phone")
            _ = try house.client().ask("login --from 192.168.1.9 \(secret)")
            let list = try root.ask("token list")
            #expect(list.contains(#""from":"192.168.1.9""#))
            #expect(list.contains("lastUsed"))
            #expect(list.contains("expires"))
            #expect(!list.contains(secret.dropFirst(5)))
        }
    }

    @Test(arguments: [
        ("token new \"a\u{7}b\"", "is not a name"), ("token new x --role none", "is not a role"),
        ("token new x --expires 3", "is not a lifetime"), ("token list x", "unexpected argument"),
        ("token revoke x --code", "--code can't be used with"),
        ("token new x --role act --role read", "given twice"),
        ("login", "missing argument: TOKEN"), ("logout now", "unexpected argument"),
    ])
    func invalidLineIsRejectedWithAReason(line: String, problem: String) async throws {
        try await ServedHouse.with { house in
            let answer = try house.client().ask(line)
            #expect(answer.contains("bad-request"))
            #expect(answer.contains(problem), "\(answer)")
        }
    }
}
