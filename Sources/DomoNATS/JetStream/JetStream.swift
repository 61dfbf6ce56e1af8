import DomoJSON
import DomoLanguage
public import NIOCore

/// JetStream as requests: the part of `$JS.API` that domo uses (docs.nats.io, JetStream wire API reference).
public struct JetStream: Sendable {
    private let connection: NATSConnection

    public init(_ connection: NATSConnection) { self.connection = connection }

    // MARK: - Publishing

    /// Publishes a message, and waits until a stream has stored it.
    ///
    /// - Parameter stream: the expected stream; another one refuses the message. Nil for any.
    public func publish(
        _ payload: ByteBuffer,
        to subject: String,
        stream: String? = nil,
        atMost time: TimeAmount
    ) async throws(JetStreamFault) -> PublishAck {
        let headers = stream.map { [("Nats-Expected-Stream", $0)] } ?? []
        let ack = try PublishAck(try await request(payload, to: subject, headers: headers, atMost: time))
        if let stream, stream != ack.stream { throw .otherStream(ack.stream) }
        return ack
    }

    /// The subject of `check`.
    public static let information = "$JS.API.INFO"

    /// Asks the leader of all servers with JetStream. It is one that more than half of them can reach.
    ///
    /// - Throws: also if there is none, or not on this side of a network that is cut.
    public func check(atMost time: TimeAmount) async throws(JetStreamFault) {
        _ = try await call("INFO", ByteBuffer(), atMost: time)
    }

    // MARK: - Streams and consumers

    /// Creates the stream; if there is one with this name and another configuration, updates it.
    public func createStream(_ settings: StreamSettings, atMost time: TimeAmount) async throws(JetStreamFault) {
        if let problem = settings.problem { throw .connection(.invalid(problem)) }
        let body = ByteBuffer(bytes: settings.json)
        do throws(JetStreamFault) {
            _ = try await call("STREAM.CREATE.\(settings.name)", body, atMost: time)
        } catch {
            // 10058: the name is in use with a different configuration.
            guard case .refused(_, error: 10058, _) = error else { throw error }
            _ = try await call("STREAM.UPDATE.\(settings.name)", body, atMost: time)
        }
    }

    /// Creates or updates the consumer.
    public func createConsumer(_ settings: ConsumerSettings, atMost time: TimeAmount) async throws(JetStreamFault) {
        if let problem = settings.problem { throw .connection(.invalid(problem)) }
        let subject = "CONSUMER.CREATE.\(settings.stream).\(settings.name)"
        _ = try await call(subject, ByteBuffer(bytes: settings.json), atMost: time)
    }

    /// The number of messages in a stream, and their octets.
    public func size(
        ofStream name: String,
        atMost time: TimeAmount
    ) async throws(JetStreamFault) -> (messages: UInt64, octets: UInt64) {
        if let problem = StreamSettings.problem(inName: name) { throw .connection(.invalid(problem)) }
        let reply = try await call("STREAM.INFO.\(name)", ByteBuffer(), atMost: time)
        guard let state = reply.root["state"], let messages = state["messages"]?.integer(UInt64.self),
            let octets = state["bytes"]?.integer(UInt64.self)
        else { throw .malformed }
        return (messages, octets)
    }

    private func call(
        _ name: String,
        _ body: ByteBuffer,
        atMost time: TimeAmount
    ) async throws(JetStreamFault) -> JetStreamReply {
        try JetStreamReply(try await request(body, to: "$JS.API.\(name)", headers: [], atMost: time))
    }

    private func request(
        _ payload: ByteBuffer,
        to subject: String,
        headers: [(String, String)],
        atMost time: TimeAmount
    ) async throws(JetStreamFault) -> NATSMessage {
        do throws(NATSFault) {
            return try await connection.request(payload, to: subject, headers: headers, atMost: time)
        } catch {
            throw error == .noResponders ? .noStream : .connection(error)
        }
    }

    // MARK: - Pulling

    /// Takes messages from a consumer.
    ///
    /// - Parameters:
    ///   - batch: the maximum number of messages, up to 10,000.
    ///   - time: how long to wait for the batch. The server ends the pull then; if it doesn't, the pull ends 5 s later.
    ///   - maxOctets: the limit of the batch; a larger message ends the pull as `stopped`.
    public func pull(
        from consumer: String,
        of stream: String,
        batch: Int,
        within time: TimeAmount,
        maxOctets: Int = 8 << 20
    ) async throws(JetStreamFault) -> (messages: [StoredMessage], end: PullEnd) {
        for name in [consumer, stream] {
            if let problem = StreamSettings.problem(inName: name) { throw .connection(.invalid(problem)) }
        }
        guard (1...10_000).contains(batch), time >= .milliseconds(1), time <= .minutes(5), maxOctets > 0 else {
            throw .connection(.invalid("a pull has 1 to 10,000 messages and at most 300 s"))
        }
        let counter = PullCounter(batch)
        let replies: NATSReplies
        do throws(NATSFault) {
            replies = try await connection.requestMany(
                ByteBuffer(bytes: Self.pullRequest(batch, time, maxOctets)),
                to: "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)",
                atMost: time + .seconds(5),
                // The server counts headers too.
                maxOctets: 2 * min(maxOctets, .max / 2),
                judge: { counter.judge($0) }
            )
        } catch {
            throw error == .noResponders ? .noStream : .connection(error)
        }
        let messages = replies.messages.compactMap { StoredMessage($0) }
        guard messages.count == replies.messages.count else { throw .malformed }
        return (messages, Self.end(replies, batch))
    }

    private static func end(_ replies: NATSReplies, _ batch: Int) -> PullEnd {
        guard let end = replies.end else { return replies.messages.count >= batch ? .full : .broken }
        let status = end.headers.status ?? 0
        switch status {
        case 404, 408: return .noMessages
        case 409 where end.headers.statusText == "Batch Completed": return .full
        // The next message does not fit into the rest.
        case 409 where end.headers.statusText == "Message Size Exceeds MaxBytes" && !replies.messages.isEmpty:
            return .full
        default: return .stopped(status: status, end.headers.statusText)
        }
    }

    private static func pullRequest(_ batch: Int, _ time: TimeAmount, _ maxOctets: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("batch")
            json.number(batch)
            json.key("expires")
            json.number(Int(time.nanoseconds))
            json.key("max_bytes")
            json.number(maxOctets)
        }
        return json.bytes
    }

    // MARK: - Acknowledging

    /// Acknowledges without waiting. If that is lost, the message comes again.
    public func acknowledge(_ message: StoredMessage, _ what: Acknowledgement = .done) throws(JetStreamFault) {
        do throws(NATSFault) {
            try connection.publish(ByteBuffer(string: what.rawValue), to: message.reply)
        } catch {
            throw .connection(error)
        }
    }

    /// Acknowledges, and waits until the server has noted it.
    public func acknowledgeAndWait(
        _ message: StoredMessage,
        _ what: Acknowledgement = .done,
        atMost time: TimeAmount
    ) async throws(JetStreamFault) {
        _ = try await request(ByteBuffer(string: what.rawValue), to: message.reply, headers: [], atMost: time)
    }
}
