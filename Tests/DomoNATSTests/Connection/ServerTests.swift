import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoNATS

/// With a real nats-server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ServerTests {
    private func users(_ users: (NKeySeed, String)...) -> String {
        let list = users.map { "{ nkey: \($0.0.key)\($0.1.isEmpty ? "" : ", \($0.1)") }" }.joined(separator: "\n")
        return "authorization { timeout: 5, users: [ \(list) ] }"
    }

    @Test func requestReachesAnotherClientThroughTLS() async throws {
        let certificates = try TestCertificates()
        let (house, web) = try (NKeySeed(), NKeySeed())
        let server = try NATSServer(
            """
            \(certificates.configuration())
            \(users(
                (house, "permissions { publish: [\"reply.h1.>\"], subscribe: [\"to.h1.>\"] }"),
                (web, "permissions { publish: [\"to.*.do\"], subscribe: [\"reply.*.web.>\"] }")
            ))
            """
        )
        let tls = try NATSTLS(caFile: certificates.authority)
        let one = TestClient([server.address(isTLS: true)], tls: tls, seed: house, inbox: "to.h1.i")
        let other = TestClient([server.address(isTLS: true)], tls: tls, seed: web, inbox: "reply.*.web")
        try await one.connect()
        try await other.connect()
        try one.connection.subscribe("to.h1.do") { [connection = one.connection] message in
            do throws(NATSFault) {
                let answer = ByteBuffer(string: "did \(message.payload.text) \(message.headers["Key"] ?? "")")
                try connection.publish(answer, to: message.reply ?? "", headers: [("Status", "fine")])
            } catch {
                Issue.record("\(error)")
            }
        }
        let request = ByteBuffer(string: "on")
        // The house subscribes on its own thread.
        _ = try? await one.connection.request(request, to: "reply.h1.none", atMost: .seconds(5))
        let reply = try await other.connection.request(
            request,
            to: "to.h1.do",
            headers: [("Key", "7")],
            inbox: "reply.h1.web",
            atMost: .seconds(20)
        )
        #expect(reply.payload.text == "did on 7")
        #expect(reply.headers["Status"] == "fine")
        #expect(reply.subject.hasPrefix("reply.h1.web."))
        let fault = await #expect(throws: NATSFault.self) {
            try await other.connection.request(request, to: "to.h1.do", inbox: "reply.h1.other", atMost: .seconds(5))
        }
        #expect(fault?.description.hasSuffix(" do not reach the inbox reply.*.web") == true)
        await one.connection.stop()
        await #expect(throws: NATSFault.noResponders) {
            try await other.connection.request(request, to: "to.h1.do", inbox: "reply.h1.web", atMost: .seconds(60))
        }
        await other.connection.stop()
    }

    @Test func operationWithoutPermissionIsReportedAndTheConnectionGoesOn() async throws {
        let seed = try NKeySeed()
        let server = try NATSServer(users((seed, "permissions { publish: [\"a.>\"], subscribe: [\"a.>\"] }")))
        let client = TestClient([server.address()], seed: seed, inbox: "a.i")
        try await client.connect()
        try client.connection.publish(ByteBuffer(), to: "b.x")
        try client.connection.subscribe("b.>") { _ in }
        for operation in ["Publish to \"b.x\"", "Subscription to \"b.>\""] {
            let warning = try await client.event { event in
                if case .warning(let text) = event { text } else { nil }
            }
            #expect(warning == "the server refused an operation: Permissions Violation for \(operation)")
        }
        await #expect(throws: NATSFault.noResponders) {
            try await client.connection.request(ByteBuffer(), to: "a.x", atMost: .seconds(20))
        }
        await client.connection.stop()
    }

    @Test func killedServerFailsEverythingAtOnceAndIsFoundAgain() async throws {
        let seed = try NKeySeed()
        let server = try NATSServer(users((seed, "")))
        let client = TestClient([server.address()], seed: seed)
        try await client.connect()
        let (received, continuation) = AsyncStream.makeStream(of: String.self)
        try client.connection.subscribe("news") { continuation.yield($0.payload.text) }
        // Nobody answers this one.
        try client.connection.subscribe("silence") { _ in continuation.yield("asked") }
        let answer = Task { [connection = client.connection] in
            try await connection.request(ByteBuffer(), to: "silence", atMost: .seconds(100))
        }
        var iterator = received.makeAsyncIterator()
        #expect(await iterator.next() == "asked")
        server.kill()
        await #expect(throws: NATSFault.disconnected(reason: "the server closed the connection")) {
            try await answer.value
        }
        #expect(throws: NATSFault.notConnected) {
            try client.connection.publish(ByteBuffer(string: "lost"), to: "news")
        }
        await #expect(throws: NATSFault.notConnected) {
            try await client.connection.request(ByteBuffer(), to: "silence", atMost: .seconds(100))
        }
        #expect(try await client.disconnection() == "the server closed the connection")
        try server.start()
        try await client.waitForConnection()
        try client.connection.publish(ByteBuffer(string: "again"), to: "news")
        #expect(await iterator.next() == "again")
        await client.connection.stop()
        #expect(throws: NATSFault.notConnected) { try client.connection.publish(ByteBuffer(), to: "news") }
    }

    @Test func otherServerIsUsedWhenOneIsDead() async throws {
        let server = try NATSServer("")
        let dead = NATSAddress(host: "127.0.0.1", port: try Loopback.freePort(), isTLS: false)
        // With 0.5, the first of three is in the middle.
        let client = TestClient([server.address(), dead, dead])
        client.connection.start()
        #expect(try await client.disconnection().hasPrefix("can't connect to nats://127.0.0.1:\(dead.port): "))
        try await client.waitForConnection()
        await client.connection.stop()
    }

    // MARK: - Refusals

    @Test func unknownKeyIsRefusedAndTriedSlowly() async throws {
        let server = try NATSServer(users((try NKeySeed(), "")))
        let client = TestClient([server.address()], seed: try NKeySeed())
        client.connection.start()
        let (reason, time) = try await client.refusal()
        #expect(reason == "the server refused the log-in: Authorization Violation")
        #expect(time == .seconds(225))
        await client.connection.stop()
    }

    @Test func revokedKeyIsDisconnectedAndOthersStay() async throws {
        let (one, other) = try (NKeySeed(), NKeySeed())
        let server = try NATSServer(users((one, ""), (other, "")))
        let revoked = TestClient([server.address()], seed: one)
        let stays = TestClient([server.address()], seed: other)
        try await revoked.connect()
        try await stays.connect()
        try server.reload(users((other, "")))
        let reason = try await revoked.refusal().reason
        #expect(reason == "the server refused the log-in: Authorization Violation")
        #expect(!revoked.connection.isConnected)
        await #expect(throws: NATSFault.noResponders) {
            try await stays.connection.request(ByteBuffer(), to: "nobody", atMost: .seconds(20))
        }
        await revoked.connection.stop()
        await stays.connection.stop()
    }

    @Test func certificateOfAnotherAuthorityIsRefused() async throws {
        let certificates = try TestCertificates()
        let server = try NATSServer(certificates.configuration())
        let other = try TestCertificates()
        let client = TestClient([server.address(isTLS: true)], tls: try NATSTLS(caFile: other.authority))
        client.connection.start()
        let reason = try await client.refusal().reason
        #expect(reason == "the certificate of tls://127.0.0.1:\(server.port) is not signed by a trusted authority")
        await client.connection.stop()
    }

    @Test(arguments: ["DNS:other.test", "DNS:localhost", "IP:127.0.0.2"])
    func certificateOfAnotherHostIsRefused(host: String) async throws {
        let certificates = try TestCertificates(host: host)
        let server = try NATSServer(certificates.configuration())
        let client = TestClient([server.address(isTLS: true)], tls: try NATSTLS(caFile: certificates.authority))
        client.connection.start()
        let reason = try await client.refusal().reason
        #expect(reason == "the certificate of tls://127.0.0.1:\(server.port) is for another host")
        await client.connection.stop()
    }

    @Test func hostNameIsCompared() async throws {
        let certificates = try TestCertificates(host: "DNS:localhost")
        let server = try NATSServer(certificates.configuration())
        let address = server.address(isTLS: true, host: "localhost")
        let client = TestClient([address], tls: try NATSTLS(caFile: certificates.authority))
        try await client.connect()
        await client.connection.stop()
    }

    @Test func serverThatStartsTLSAfterInfo() async throws {
        let certificates = try TestCertificates()
        let server = try NATSServer(certificates.configuration(""))
        let address = server.address(isTLS: true)
        let first = TestClient([address], tls: try NATSTLS(caFile: certificates.authority))
        first.connection.start()
        let reason = try await first.refusal().reason
        #expect(reason.hasPrefix("the server does not start with TLS; set handshake_first"))
        await first.connection.stop()
        let later = TestClient([address], tls: try NATSTLS(caFile: certificates.authority, startsFirst: false))
        try await later.connect()
        await later.connection.stop()
        let plain = TestClient([server.address()])
        plain.connection.start()
        #expect(try await plain.refusal().reason == "the NATS server n1 requires TLS; use tls://HOST:PORT")
        await plain.connection.stop()
    }

    // MARK: - No room, and leaving

    @Test func fullServerIsTriedLater() async throws {
        let certificates = try TestCertificates()
        let tls = try NATSTLS(caFile: certificates.authority)
        let server = try NATSServer("max_connections: 1\n\(certificates.configuration())")
        let first = TestClient([server.address(isTLS: true)], tls: tls)
        let second = TestClient([server.address(isTLS: true)], tls: tls)
        try await first.connect()
        second.connection.start()
        #expect(try await second.disconnection() == "the server has no room: maximum connections exceeded")
        await first.connection.stop()
        try await second.waitForConnection()
        await second.connection.stop()
    }

    @Test func handshakesOverTheRateAreTriedLater() async throws {
        let certificates = try TestCertificates()
        let tls = try NATSTLS(caFile: certificates.authority)
        let server = try NATSServer(certificates.configuration("handshake_first: true, connection_rate_limit: 1"))
        let clients = (0..<3).map { _ in TestClient([server.address(isTLS: true)], tls: tls) }
        for client in clients { client.connection.start() }
        var reasons: [String] = []
        for client in clients {
            _ = try await client.event { event in
                if case .disconnected(let reason, _) = event { reasons.append(reason) }
                if case .connected = event { return true }
                return nil
            }
        }
        #expect(reasons.contains("the server has no room: Connection throttling is active. Please try again later."))
        for client in clients { await client.connection.stop() }
    }

    @Test func lameDuckIsReportedBeforeTheServerCloses() async throws {
        let server = try NATSServer("lame_duck_duration: \"30s\", lame_duck_grace_period: \"1s\"")
        let client = TestClient([server.address()])
        try await client.connect()
        server.send(SIGUSR2)
        let name = try await client.event { event in
            if case .lameDuck(let name) = event { name } else { nil }
        }
        #expect(name == "n1")
        #expect(client.connection.isConnected)
        _ = try await client.disconnection()
        await client.connection.stop()
    }

    @Test func messageThatIsTooLargeIsNotSent() async throws {
        let server = try NATSServer("max_payload: 1KB")
        let client = TestClient([server.address()])
        try await client.connect()
        #expect(throws: NATSFault.payloadTooLarge(octets: 1025, limit: 1024)) {
            try client.connection.publish(ByteBuffer(repeating: 0, count: 1025), to: "a")
        }
        // With the header, it is one octet too large.
        #expect(throws: NATSFault.payloadTooLarge(octets: 1025, limit: 1024)) {
            try client.connection.publish(ByteBuffer(repeating: 0, count: 1007), to: "a", headers: [("b", "c")])
        }
        try client.connection.publish(ByteBuffer(repeating: 0, count: 1006), to: "a", headers: [("b", "c")])
        await #expect(throws: NATSFault.noResponders) {
            try await client.connection.request(ByteBuffer(repeating: 0, count: 1024), to: "a", atMost: .seconds(20))
        }
        await client.connection.stop()
    }

    /// One signature in 256 starts with a zero, which another client took for no signature.
    @Test func everyLogInSucceeds() async throws {
        let seed = try NKeySeed()
        let server = try NATSServer(users((seed, "")))
        for _ in 0..<1000 {
            let client = TestClient([server.address()], seed: seed)
            client.connection.start()
            let event = try await client.event { $0 }
            #expect(event == .connected(serverVersion: "2.15.1", name: "n1"))
            await client.connection.stop()
        }
    }
}
