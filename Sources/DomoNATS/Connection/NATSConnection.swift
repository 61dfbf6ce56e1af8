public import NIOCore

/// A connection to one of several NATS servers. It connects again by itself until it is stopped.
///
/// Nothing is kept while there is no connection: `publish` and `request` then fail at once. What was written just before
/// a connection broke may be lost.
public final class NATSConnection: Sendable {
    private let settings: NATSSettings
    private let eventLoop: any EventLoop
    private let outbox: Outbox
    private let core: NIOLoopBoundBox<NATSCore>

    /// - Parameters:
    ///   - jitter: random numbers from 0 up to 1, for the pauses between attempts.
    ///   - report: called on the event loop.
    public init(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        report: @escaping @Sendable (NATSEvent) -> Void
    ) {
        (self.settings, self.eventLoop) = (settings, eventLoop)
        outbox = Outbox(settings.limits)
        core = .makeBoxSendingValue(
            NATSCore(settings, on: eventLoop, outbox: outbox, jitter: jitter, report: report),
            eventLoop: eventLoop
        )
    }

    /// Starts to connect. Settings that can't be used are reported as `refused`.
    public func start() { perform { $0.start() } }

    /// Ends the connection and all requests. It can't be started again.
    public func stop() async {
        let promise = eventLoop.makePromise(of: Void.self)
        perform { $0.stop().cascade(to: promise) }
        do {
            try await promise.futureResult.get()
        } catch {
            // The connection is closed, whatever TLS complains about.
        }
    }

    public var isConnected: Bool { outbox.isOpen }

    /// Uses other credentials from now on: the connection ends, and a new one is made after a short random pause.
    public func use(_ credentials: NATSCredentials) { perform { $0.use(credentials) } }

    /// The octets that were published and wait for the server to read.
    public var unwritten: Int { outbox.unwritten }

    /// Publishes at once.
    ///
    /// - Throws: `notConnected`, `overloaded`, `payloadTooLarge`, `invalid`.
    public func publish(
        _ payload: ByteBuffer,
        to subject: String,
        reply: String? = nil,
        headers: [(String, String)] = []
    ) throws(NATSFault) {
        try outbox.publish(
            NATSMessage(subject: subject, reply: reply, headers: NATSHeaders(headers), payload: payload)
        )
    }

    /// Publishes, and waits for one reply.
    ///
    /// - Parameters:
    ///   - inbox: where the reply comes to, if the inbox of the settings has wildcards.
    ///   - time: how long to wait.
    public func request(
        _ payload: ByteBuffer,
        to subject: String,
        headers: [(String, String)] = [],
        inbox: String? = nil,
        atMost time: TimeAmount
    ) async throws(NATSFault) -> NATSMessage {
        let replies = try await replies(
            to: payload,
            subject,
            headers,
            inbox: inbox,
            atMost: time,
            isAlone: false,
            maxOctets: .max
        ) { _ in .last }
        guard let message = replies.messages.first else { throw .timedOut }
        return message
    }

    /// Publishes, and completes with one reply on the event loop. Requests that are made there are published at once, in
    /// the order of the calls.
    public func startRequest(
        _ payload: ByteBuffer,
        to subject: String,
        inbox: String? = nil,
        atMost time: TimeAmount
    ) -> EventLoopFuture<NATSMessage> {
        let started = start(payload, to: subject, [], inbox: inbox, atMost: time, isAlone: false, maxOctets: .max) {
            _ in
            .last
        }
        return started.replies.flatMapThrowing { replies in
            guard let message = replies.messages.first else { throw NATSFault.timedOut }
            return message
        }
    }

    /// Publishes, and waits for several replies, with a subscription of its own: they may have any subject. If some have
    /// come when the time or the connection ends, it returns them.
    ///
    /// - Parameters:
    ///   - maxOctets: no more replies are taken after this many octets.
    ///   - judge: called on the event loop with each reply.
    public func requestMany(
        _ payload: ByteBuffer,
        to subject: String,
        headers: [(String, String)] = [],
        inbox: String? = nil,
        atMost time: TimeAmount,
        maxOctets: Int,
        judge: @escaping @Sendable (NATSMessage) -> NATSReplyStep
    ) async throws(NATSFault) -> NATSReplies {
        try await replies(
            to: payload,
            subject,
            headers,
            inbox: inbox,
            atMost: time,
            isAlone: true,
            maxOctets: maxOctets,
            judge: judge
        )
    }

    private func replies(
        to payload: ByteBuffer,
        _ subject: String,
        _ headers: [(String, String)],
        inbox: String?,
        atMost time: TimeAmount,
        isAlone: Bool,
        maxOctets: Int,
        judge: @escaping @Sendable (NATSMessage) -> NATSReplyStep
    ) async throws(NATSFault) -> NATSReplies {
        let (token, replies) = start(
            payload,
            to: subject,
            headers,
            inbox: inbox,
            atMost: time,
            isAlone: isAlone,
            maxOctets: maxOctets,
            judge: judge
        )
        do {
            return try await withTaskCancellationHandler {
                // If the task was cancelled before, the handler below came too early.
                if Task.isCancelled { perform { $0.end(request: token[...], .cancelled) } }
                return try await replies.get()
            } onCancel: {
                perform { $0.end(request: token[...], .cancelled) }
            }
        } catch let fault as NATSFault {
            throw fault
        } catch {
            throw .disconnected(reason: "\(error)")
        }
    }

    private func start(
        _ payload: ByteBuffer,
        to subject: String,
        _ headers: [(String, String)],
        inbox: String?,
        atMost time: TimeAmount,
        isAlone: Bool,
        maxOctets: Int,
        judge: @escaping @Sendable (NATSMessage) -> NATSReplyStep
    ) -> (token: String, replies: EventLoopFuture<NATSReplies>) {
        let token = Self.token()
        let reply = "\(inbox ?? settings.inbox).\(token)"
        let promise = eventLoop.makePromise(of: NATSReplies.self)
        let pending = PendingRequest(
            reply: reply,
            isAlone: isAlone,
            maxOctets: maxOctets,
            promise: promise,
            judge: judge
        )
        let message = NATSMessage(
            subject: subject,
            reply: reply,
            headers: NATSHeaders(headers),
            payload: payload
        )
        perform { $0.request(message, token: token, atMost: time, pending) }
        return (token, promise.futureResult)
    }

    /// Nobody can guess it: another user could make the server answer there (`reply` of a message is not checked against
    /// permissions), and such an answer would be taken for ours.
    private static func token() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = String(random.next(), radix: 36) + String(random.next(), radix: 36)
        return digits
    }

    /// Receives the messages on a subject, from now on and after each reconnection.
    ///
    /// - Parameters:
    ///   - queue: of all subscribers with the same queue, one gets each message.
    ///   - receive: called on the event loop, and must not block.
    @discardableResult
    public func subscribe(
        _ subject: String,
        queue: String? = nil,
        _ receive: @escaping @Sendable (NATSMessage) -> Void
    ) throws(NATSFault) -> NATSSubscription {
        if let problem = NATSSubject.problem(inPattern: subject) { throw .invalid(problem) }
        if let queue, let problem = NATSSubject.problem(in: queue) { throw .invalid(problem) }
        let number = try outbox.addSubscription()
        perform { $0.add(NATSCore.Subscription(subject: subject, queue: queue, receive: receive), number: number) }
        return NATSSubscription(number: number)
    }

    public func unsubscribe(_ subscription: NATSSubscription) { perform { $0.remove(subscription.number) } }

    private func perform(_ body: @escaping @Sendable (NATSCore) -> Void) {
        if eventLoop.inEventLoop {
            body(core.value)
        } else {
            eventLoop.execute { [core] in body(core.value) }
        }
    }
}
