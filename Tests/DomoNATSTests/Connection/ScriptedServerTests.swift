import DomoTestKit
import Glibc
import NIOCore
import Testing

@testable import DomoNATS

/// With servers that misbehave.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedServerTests {
    private static let info =
        #"INFO {"server_name":"n1","version":"2.15.1","headers":true,"max_payload":1024}"# + "\r\n"

    private static func send(_ text: String, _ client: Int32) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits for a text of the client, or its end.
    @discardableResult
    private static func wait(for text: String, _ client: Int32) -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: received, as: UTF8.self).contains(text) {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// A server that accepts the log-in and then does more.
    private func server(_ more: @escaping @Sendable (Int32) -> Void) throws -> LoopbackServer {
        try LoopbackServer { client in
            Self.send(Self.info, client)
            Self.wait(for: "PING", client)
            Self.send("PONG\r\n", client)
            more(client)
        }
    }

    private func client(_ server: LoopbackServer, change: (inout NATSSettings) -> Void = { _ in }) -> TestClient {
        TestClient([NATSAddress(host: "127.0.0.1", port: server.port, isTLS: false)], change: change)
    }

    @Test func oldServerIsRefusedBeforeTheLogIn() async throws {
        let sent = Monitor("nothing")
        let server = try LoopbackServer { client in
            Self.send(Self.info.replacing("2.15.1", with: "2.9.10"), client)
            let text = Self.wait(for: "never", client)
            sent.change { $0 = text }
        }
        let client = client(server)
        client.connection.start()
        let (reason, time) = try await client.refusal()
        #expect(reason == "the NATS server n1 has version 2.9.10; use 2.14.3 or later, or 2.12.12 or later of 2.12")
        #expect(time == .seconds(225))
        #expect(sent.wait(seconds: 60) { $0 != "nothing" ? $0 : nil } == "")
        await client.connection.stop()
    }

    @Test func silentServerIsGivenUp() async throws {
        let server = try LoopbackServer { Self.wait(for: "never", $0) }
        let client = client(server) { $0.limits.connectTimeout = .milliseconds(100) }
        client.connection.start()
        #expect(try await client.disconnection() == "the server sent no INFO in time")
        await client.connection.stop()
    }

    @Test func serverThatAnswersNoPingsIsGivenUp() async throws {
        let server = try server { Self.wait(for: "never", $0) }
        let client = client(server) { $0.limits.pingInterval = .milliseconds(20) }
        try await client.connect()
        #expect(try await client.disconnection() == "the server did not answer 2 pings")
        await client.connection.stop()
    }

    @Test func replyToAnotherRequestOrToNoneIsDropped() async throws {
        let server = try server { client in
            let text = Self.wait(for: "\r\nask\r\n", client)
            let words = text.split(whereSeparator: \.isWhitespace)
            guard let place = words.firstIndex(of: "question") else { return }
            let inbox = words[place + 1]
            Self.send("MSG _INBOX.test.guessed 1 5\r\nwrong\r\n", client)
            Self.send("MSG other.\(inbox.split(separator: ".").last ?? "") 1 5\r\nwrong\r\n", client)
            Self.send("MSG \(inbox) 99 5\r\nwrong\r\n", client)
            Self.send("MSG \(inbox) 1 5\r\nright\r\nMSG \(inbox) 1 4\r\nlate\r\n", client)
            Self.wait(for: "never", client)
        }
        let client = client(server)
        try await client.connect()
        let reply = try await client.connection.request(ByteBuffer(string: "ask"), to: "question", atMost: .seconds(60))
        #expect(reply.payload.text == "right")
        await client.connection.stop()
    }

    @Test func requestEndsWithItsTimeOrItsTask() async throws {
        let server = try server { Self.wait(for: "never", $0) }
        let client = client(server) { $0.limits.maxRequests = 1 }
        try await client.connect()
        let connection = client.connection
        await #expect(throws: NATSFault.timedOut) {
            try await connection.request(ByteBuffer(), to: "a", atMost: .milliseconds(20))
        }
        let task = Task { try await connection.request(ByteBuffer(), to: "a", atMost: .seconds(1000)) }
        task.cancel()
        await #expect(throws: NATSFault.cancelled) { try await task.value }
        await client.connection.stop()
    }

    @Test func requestsSubscriptionsAndOctetsAreLimited() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try server { client in
            Self.wait(for: "PUB first", client)
            asked.continuation.yield()
            // It reads no more.
            asked.continuation.finish()
            _ = poll(nil, 0, 100)
            Self.wait(for: "never", client)
        }
        let client = client(server) { settings in
            settings.limits.maxRequests = 1
            settings.limits.maxSubscriptions = 2
            settings.limits.maxUnwritten = 2000
        }
        try await client.connect()
        let connection = client.connection
        let task = Task { try await connection.request(ByteBuffer(), to: "first", atMost: .seconds(1000)) }
        for await _ in asked.stream {}
        await #expect(throws: NATSFault.overloaded) {
            try await connection.request(ByteBuffer(), to: "second", atMost: .seconds(1000))
        }
        let one = try connection.subscribe("a") { _ in }
        try connection.subscribe("b") { _ in }
        #expect(throws: NATSFault.invalid("a connection has at most 2 subscriptions")) {
            try connection.subscribe("c") { _ in }
        }
        // The event loop does them in their order.
        connection.unsubscribe(one)
        await #expect(throws: NATSFault.overloaded) {
            try await connection.request(ByteBuffer(), to: "second", atMost: .seconds(1000))
        }
        try connection.subscribe("c") { _ in }
        task.cancel()
        await #expect(throws: NATSFault.cancelled) { try await task.value }
        #expect(throws: NATSFault.overloaded) {
            for _ in 0..<100_000_000 { try connection.publish(ByteBuffer(repeating: 0, count: 1000), to: "a") }
        }
        await client.connection.stop()
    }

    @Test(arguments: [
        ("-ERR 'User Authentication Revoked'\r\n", "the server refused the log-in: User Authentication Revoked"),
        ("-ERR 'Authorization Violation'\r\n", "the server refused the log-in: Authorization Violation"),
    ])
    func revocationOfAConnectedUserIsARefusal(line: String, reason: String) async throws {
        let server = try server { Self.send(line, $0) }
        let client = client(server)
        client.connection.start()
        #expect(try await client.refusal().reason == reason)
        await client.connection.stop()
    }

    @Test(arguments: [
        ("garbage\r\n", "not a NATS server: it sent \"garbage\""),
        ("MSG a 1 2\r\nabcd\r\n", "a message does not end where its length says"),
        ("-ERR 'Stale Connection'\r\n", "the server closed the connection: Stale Connection"),
        ("", "the server closed the connection"),
    ])
    func endOfAConnectionIsExplained(text: String, reason: String) async throws {
        let server = try server { Self.send(text, $0) }
        let client = client(server)
        client.connection.start()
        #expect(try await client.disconnection() == reason)
        await client.connection.stop()
    }

    /// Octets after INFO and before TLS could come from anybody.
    @Test func octetsBeforeTLSAreRefused() async throws {
        let certificates = try TestCertificates()
        let server = try LoopbackServer { client in
            Self.send(Self.info + "PONG\r\n", client)
            Self.wait(for: "never", client)
        }
        let address = NATSAddress(host: "127.0.0.1", port: server.port, isTLS: true)
        let client = TestClient([address], tls: try NATSTLS(caFile: certificates.authority, startsFirst: false))
        client.connection.start()
        #expect(try await client.disconnection() == "the server sent more than INFO before TLS")
        await client.connection.stop()
    }

    @Test func settingsThatCannotWorkAreRefused() async throws {
        let client = TestClient([])
        client.connection.start()
        #expect(try await client.refusal().reason == "no NATS server is given")
        await client.connection.stop()
        let other = TestClient([NATSAddress(host: "127.0.0.1")])
        other.connection.start()
        #expect(try await other.refusal().reason == "tls://127.0.0.1:4222 needs the certificates that are trusted")
        await other.connection.stop()
        #expect(throws: NATSTLS.Fault.self) { try NATSTLS(caFile: "/nonexistent/ca.pem") }
    }

    @Test func stopEndsPendingRequests() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try server { client in
            Self.wait(for: "PUB a", client)
            asked.continuation.finish()
            Self.wait(for: "never", client)
        }
        let client = client(server)
        try await client.connect()
        let task = Task { [connection = client.connection] in
            try await connection.request(ByteBuffer(), to: "a", atMost: .seconds(1000))
        }
        for await _ in asked.stream {}
        await client.connection.stop()
        await #expect(throws: NATSFault.disconnected(reason: "the client stopped")) { try await task.value }
        await client.connection.stop()
    }
}
