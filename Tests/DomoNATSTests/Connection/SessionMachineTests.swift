import NIOCore
import Testing

@testable import DomoNATS

struct SessionMachineTests {
    private func info(_ version: String = "2.15.1", _ more: String = "") throws -> ServerInfo {
        let text = #"{"server_name":"n1","version":"\#(version)","headers":true,"nonce":"abc"\#(more)}"#
        return try #require(ServerInfo(json: Array(text.utf8)))
    }

    private func machine(_ seed: NKeySeed? = nil, _ security: SessionMachine.Security = .plain) -> SessionMachine {
        let credentials = seed.map { NATSCredentials.key($0) } ?? .none
        return SessionMachine(name: "h1", credentials: credentials, security: security, maxPings: 2)
    }

    @Test func logInSignsTheNonce() throws {
        let seed = try NKeySeed()
        var machine = machine(seed)
        let actions = machine.handle(.info(try info()))
        guard case .send(.connect(let options)) = actions.first else { throw ProtocolFault(message: "\(actions)") }
        #expect(actions.last == .send(.ping) && actions.count == 2)
        #expect(options.key == "\(seed.key)" && options.signature?.utf8.count == 86)
        #expect(!machine.isReady)
        #expect(machine.handle(.pong) == [.ready(try info())])
        #expect(machine.isReady)
    }

    @Test(arguments: [
        ("2.9.10", "", "the NATS server n1 has version 2.9.10; use 2.14.3 or later, or 2.12.12 or later of 2.12"),
        ("2.14.2", "", "the NATS server n1 has version 2.14.2; use 2.14.3 or later, or 2.12.12 or later of 2.12"),
        ("new", "", "the NATS server n1 has the unknown version \"new\""),
        ("2.15.1", #","tls_required":true"#, "the NATS server n1 requires TLS; use tls://HOST:PORT"),
    ])
    func unsuitableServersGetNoCredentials(version: String, more: String, reason: String) throws {
        var machine = machine(try NKeySeed())
        #expect(machine.handle(.info(try info(version, more))) == [.close(SessionEnd(.refused, reason))])
        #expect(machine.handle(.pong).isEmpty && machine.handle(.ping).isEmpty)
    }

    @Test func serverWithoutNonceHasNoKeys() throws {
        var machine = machine(try NKeySeed())
        var info = try info()
        info.nonce = nil
        let end = SessionEnd(.refused, "the NATS server n1 sent nothing to sign: it has no users with keys")
        #expect(machine.handle(.info(info)) == [.close(end)])
    }

    @Test func tlsStartsBeforeTheLogIn() throws {
        var machine = machine(nil, .afterInfo)
        let actions = machine.handle(.info(try info()))
        #expect(actions.first == .startTLS && actions.count == 3)
        // The INFO after TLS, or a second one, changes nothing of that.
        #expect(machine.handle(.info(try info("2.9.10"))).isEmpty)
        #expect(machine.handle(.pong).count == 1)
    }

    @Test func messageBeforeTheLogInIsAFault() throws {
        var machine = machine()
        let message = ServerOperation.message(NATSMessage(subject: "a"), subscription: 2)
        let end = SessionEnd(.failed, "the server sent a message before the log-in")
        #expect(machine.handle(message) == [.close(end)])
    }

    @Test func unansweredPingsEndTheSession() throws {
        var machine = machine()
        #expect(machine.ping().isEmpty)
        _ = machine.handle(.info(try info()))
        #expect(machine.ping().isEmpty)
        _ = machine.handle(.pong)
        #expect(machine.ping() == [.send(.ping)])
        #expect(machine.ping() == [.send(.ping)])
        _ = machine.handle(.pong)
        #expect(machine.ping() == [.send(.ping)])
        #expect(machine.ping() == [.send(.ping)])
        #expect(machine.ping() == [.close(SessionEnd(.failed, "the server did not answer 2 pings"))])
    }

    @Test func lameDuckIsReportedOnce() throws {
        var machine = machine()
        _ = machine.handle(.info(try info()))
        _ = machine.handle(.pong)
        let duck = try info("2.15.1", #","ldm":true"#)
        #expect(machine.handle(.info(duck)) == [.lameDuck(duck)])
        #expect(machine.handle(.info(duck)).isEmpty)
    }

    // MARK: - The pace

    @Test func pausesDoubleUpToTheLimit() {
        var pace = ReconnectPace(NATSPace())
        let halves = (0..<8).map { _ in pace.next(after: .failed, 0.5) }
        #expect(halves == [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].map { .milliseconds($0) })
        pace.noteStable()
        #expect(pace.next(after: .failed, 0.999) < .seconds(1))
        #expect(pace.next(after: .failed, 0) == .zero)
    }

    @Test func throttledAndRefusedClientsNeverComeAtOnce() {
        var pace = ReconnectPace(NATSPace())
        #expect(pace.next(after: .throttled, 0) == .seconds(2))
        #expect(pace.next(after: .refused, 0) == .seconds(150))
        #expect(pace.next(after: .refused, 0.5) == .seconds(225))
        for _ in 0..<100 { _ = pace.next(after: .failed, 1) }
        #expect(pace.next(after: .failed, 1) == .seconds(60))
        #expect(ReconnectPace(NATSPace()).first(0.5) == .milliseconds(250))
    }
}
