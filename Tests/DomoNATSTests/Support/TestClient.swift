import DomoNATS
import DomoTestKit
import NIOCore
import NIOPosix

/// A connection and what it reports. The tests have a time limit, so that every wait ends.
struct TestClient {
    let connection: NATSConnection
    let events: AsyncStream<NATSEvent>

    init(
        _ servers: [NATSAddress],
        tls: NATSTLS? = nil,
        seed: NKeySeed? = nil,
        inbox: String = "_INBOX.test",
        change: (inout NATSSettings) -> Void = { _ in }
    ) {
        var settings = NATSSettings(
            servers: servers,
            tls: tls,
            credentials: seed.map { .key($0) } ?? .none,
            inbox: inbox,
            name: "test"
        )
        settings.pace.first = .zero
        settings.pace.base = .milliseconds(50)
        settings.pace.max = .milliseconds(200)
        change(&settings)
        let (events, continuation) = AsyncStream.makeStream(of: NATSEvent.self)
        self.events = events
        connection = NATSConnection(
            settings,
            on: MultiThreadedEventLoopGroup.singleton.next(),
            jitter: { 0.5 },
            report: { continuation.yield($0) }
        )
    }

    /// Starts it and waits for the log-in.
    func connect() async throws {
        connection.start()
        try await waitForConnection()
    }

    func waitForConnection() async throws {
        _ = try await event { event in
            if case .connected = event { true } else { nil }
        }
    }

    /// Waits for the first event that is wanted; others are dropped.
    func event<Value>(_ find: (NATSEvent) -> Value?) async throws -> Value {
        for await event in events { if let value = find(event) { return value } }
        throw KitFault(description: "cancelled")
    }

    /// Waits for a refusal.
    func refusal() async throws -> (reason: String, retryIn: TimeAmount) {
        try await event { event in
            if case .refused(let reason, let retryIn) = event { (reason, retryIn) } else { nil }
        }
    }

    func disconnection() async throws -> String {
        try await event { event in
            if case .disconnected(let reason, _) = event { reason } else { nil }
        }
    }
}

extension ByteBuffer {
    var text: String { String(buffer: self) }
}
