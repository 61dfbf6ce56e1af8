import Testing

@testable import DomoDaemon

/// The requests `push` over the socket.
struct PushRequestTests {
    private static let keys =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg"

    private func subscribe(_ name: String) -> String { "push subscribe https://push.example/\(name) \(Self.keys)" }

    /// A client that has signed in with a new token.
    private func phone(_ name: String, _ house: ServedHouse, role: String = "read") throws -> SocketClient {
        let reply = try house.client().ask("token new --role \(role) \(name)")
        let secret = try #require(reply.firstMatch(of: /"token":"([^"]+)"/)?.1)
        let client = try house.client()
        _ = try client.ask("login \(secret)")
        return client
    }

    @Test func onlyATokenSubscribes() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            #expect(try root.ask(subscribe("x")).contains("bad-request"))
            let ana = try phone("ana", house)
            #expect(try ana.ask(subscribe("secret")).contains(#""token":"ana","host":"push.example""#))
            #expect(try ana.ask("push subscribe http://push.example/x \(Self.keys)").contains("bad-request"))
        }
    }

    @Test func onlyTheNotifierSeesWhereToSend() async throws {
        try await ServedHouse.with { house in
            let (root, ana) = (try house.client(), try phone("ana", house))
            let (luis, other) = (try phone("luis", house), try phone("admin", house, role: "manage"))
            for (client, name) in [(ana, "secret-a"), (luis, "secret-l")] { _ = try client.ask(subscribe(name)) }
            for (client, names) in [
                (ana, ["ana"]), (luis, ["luis"]), (root, ["ana", "luis"]), (other, ["ana", "luis"]),
            ] {
                let reply = try client.ask("push list")
                for name in ["ana", "luis"] {
                    #expect(reply.contains(#""token":"\#(name)""#) == names.contains(name), "\(reply)")
                }
                #expect(!reply.contains("secret") && !reply.contains("p256dh") && !reply.contains("auth"))
            }
            let notifier = try house.client()
            _ = try notifier.ask("notifier attach --target ana --push-key BKEY")
            let reply = try notifier.ask("push list")
            #expect(reply.contains("secret-a") && reply.contains("secret-l") && reply.contains(#""p256dh":"BCV"#))
            #expect(try !root.ask("push list").contains("secret"))
            // Whoever gets messages reads the key, and nothing else.
            #expect(try ana.ask("push key").contains(#""key":"BKEY""#))
            #expect(try ana.ask("push gone 1").contains("not-allowed"))
        }
    }

    @Test func keyIsThatOfTheAttachedNotifier() async throws {
        try await ServedHouse.with { house in
            let root = try house.client()
            #expect(try root.ask("push key").contains("bad-configuration"))
            _ = try root.ask("notifier attach --target ana")
            #expect(try root.ask("push key").contains("bad-configuration"))
        }
    }

    @Test func nobodyEndsTheSubscriptionOfSomebodyElse() async throws {
        try await ServedHouse.with { house in
            let (root, ana, luis) = (try house.client(), try phone("ana", house), try phone("luis", house))
            _ = try ana.ask(subscribe("a"))
            _ = try luis.ask("push unsubscribe https://push.example/a")
            #expect(try root.ask("push list").contains("ana"))
            _ = try ana.ask("push unsubscribe https://push.example/a")
            #expect(try !root.ask("push list").contains("ana"))
        }
    }

    @Test func subscriptionEndsWithItsToken() async throws {
        try await ServedHouse.with { house in
            let (root, ana) = (try house.client(), try phone("ana", house))
            _ = try ana.ask(subscribe("a"))
            _ = try root.ask("token revoke ana")
            #expect(try !root.ask("push list").contains("push.example"))
            // Another token of that name has none.
            _ = try phone("ana", house)
            #expect(try !root.ask("push list").contains("push.example"))
        }
    }

    @Test func subscriptionThatIsGoneEnds() async throws {
        try await ServedHouse.with { house in
            let (root, ana) = (try house.client(), try phone("ana", house))
            _ = try ana.ask(subscribe("a"))
            _ = try ana.ask(subscribe("b"))
            let reply = try root.ask("push gone 1")
            #expect(reply.contains(#""id":2"#) && !reply.contains(#""id":1,"#))
            #expect(try root.ask("push gone 1").contains("ok"))
        }
    }
}
