import DomoTestKit
import NIOCore
import Testing

@testable import DomoNATS

/// With a real nats-server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct JetStreamTests {
    private let server: NATSServer
    private let client: TestClient
    private let stream: JetStream
    private let settings = StreamSettings(
        name: "R00",
        subjects: ["report.00.*"],
        replicas: 1,
        maxBytes: 1 << 16,
        maxMessage: 1 << 14
    )

    init() async throws {
        let folder = try TemporaryFolder()
        server = try NATSServer(
            folder: folder,
            "jetstream { store_dir: \"\(folder.path)/js\", max_file: 64MB, max_mem: 16MB }"
        )
        client = TestClient([server.address()])
        try await client.connect()
        stream = JetStream(client.connection)
    }

    private func setUp() async throws {
        try await stream.createStream(settings, atMost: .seconds(20))
        try await stream.createConsumer(ConsumerSettings(name: "store", stream: "R00"), atMost: .seconds(20))
    }

    private func publish(_ text: String, _ subject: String = "report.00.h1") async throws -> PublishAck {
        try await stream.publish(ByteBuffer(string: text), to: subject, atMost: .seconds(20))
    }

    private func pull(_ batch: Int, _ time: TimeAmount = .milliseconds(500)) async throws -> ([StoredMessage], PullEnd)
    {
        let result = try await stream.pull(from: "store", of: "R00", batch: batch, within: time)
        return (result.messages, result.end)
    }

    @Test func messagesAreStoredPulledAndAcknowledged() async throws {
        try await setUp()
        #expect(try await publish("one").sequence == 1)
        let ack = try await publish("two", "report.00.h2")
        #expect(ack.stream == "R00" && ack.sequence == 2 && !ack.isDuplicate)
        let (messages, end) = try await pull(2, .seconds(20))
        try #require(messages.count == 2)
        #expect(messages.map(\.payload.text) == ["one", "two"])
        #expect(messages.map(\.subject) == ["report.00.h1", "report.00.h2"])
        #expect(messages.map(\.sequence) == [1, 2] && messages.map(\.deliveries) == [1, 1])
        #expect(messages.map(\.pending) == [1, 0])
        #expect(end == .full)
        // Both are pending: nothing more comes.
        #expect(try await pull(2).1 == .noMessages)
        try await stream.acknowledgeAndWait(messages[0], atMost: .seconds(20))
        try stream.acknowledge(messages[1], .inProgress)
        try stream.acknowledge(messages[1], .again)
        let (again, _) = try await pull(1, .seconds(20))
        #expect(again.first?.deliveries == 2)
        try await stream.acknowledgeAndWait(messages[1], .drop, atMost: .seconds(20))
        #expect(try await stream.size(ofStream: "R00", atMost: .seconds(20)).messages == 0)
        await client.connection.stop()
    }

    @Test func incompleteBatchEndsWithItsTime() async throws {
        try await setUp()
        _ = try await publish("one")
        let (messages, end) = try await pull(10)
        #expect(messages.count == 1 && end == .noMessages)
        await client.connection.stop()
    }

    @Test func batchEndsWithItsOctets() async throws {
        try await setUp()
        for _ in 0..<4 { _ = try await publish(String(repeating: "x", count: 1000)) }
        let result = try await stream.pull(from: "store", of: "R00", batch: 10, within: .seconds(20), maxOctets: 2500)
        #expect(result.messages.count == 2 && result.end == .full)
        await client.connection.stop()
    }

    @Test func fullStreamRefusesAndKeepsWhatItHas() async throws {
        try await setUp()
        await #expect(throws: JetStreamFault.messageTooLarge("message size exceeds maximum allowed")) {
            _ = try await publish(String(repeating: "x", count: 1 << 14 + 1))
        }
        var count: UInt64 = 0
        let fault = await #expect(throws: JetStreamFault.self) {
            while true {
                _ = try await publish(String(repeating: "x", count: 10_000))
                count += 1
            }
        }
        #expect(fault == .streamFull("maximum bytes exceeded"))
        #expect(count == 6 && fault?.isTemporary == true)
        #expect(try await stream.size(ofStream: "R00", atMost: .seconds(20)).messages == 6)
        await client.connection.stop()
    }

    @Test func streamIsCreatedOnceAndThenUpdated() async throws {
        try await setUp()
        try await setUp()
        var larger = settings
        larger.maxBytes *= 2
        try await stream.createStream(larger, atMost: .seconds(20))
        var three = settings
        three.replicas = 3
        let fault = await #expect(throws: JetStreamFault.self) {
            try await stream.createStream(three, atMost: .seconds(20))
        }
        #expect(fault?.isTemporary == false)
        await client.connection.stop()
    }

    @Test func missingPartsAreNamed() async throws {
        await #expect(throws: JetStreamFault.noStream) { _ = try await publish("one") }
        await #expect(throws: JetStreamFault.notFound("stream not found")) {
            _ = try await stream.size(ofStream: "R01", atMost: .seconds(20))
        }
        await #expect(throws: JetStreamFault.noStream) { _ = try await pull(1) }
        try await setUp()
        let fault = await #expect(throws: JetStreamFault.self) {
            _ = try await stream.publish(ByteBuffer(), to: "report.00.h1", stream: "R01", atMost: .seconds(20))
        }
        #expect(fault == .refused(code: 400, error: 10060, description: "expected stream does not match"))
        await client.connection.stop()
    }
}
