import NIOCore
import NIOPosix

/// The connection on its event loop: attempts, the session, requests, subscriptions.
final class NATSCore {
    private enum Phase {
        case idle
        case waiting(Scheduled<Void>)
        case connecting
        /// The log-in is pending.
        case opened(any Channel)
        case ready(any Channel)
        case stopped
    }

    struct Subscription {
        var subject: String
        var queue: String?
        var receive: @Sendable (NATSMessage) -> Void
    }

    private var settings: NATSSettings
    private let eventLoop: any EventLoop
    private let jitter: @Sendable () -> Double
    private let report: @Sendable (NATSEvent) -> Void
    private let outbox: Outbox

    private var phase = Phase.idle
    private var pace: ReconnectPace
    /// The server of the next attempt.
    private var next = 0
    private var stability: Scheduled<Void>?
    /// The session ends because there are others.
    private var hasOldCredentials = false
    private var subscriptions: [UInt64: Subscription] = [:]
    /// By the last token of their reply subject.
    private var requests: [Substring: PendingRequest] = [:]
    /// The tokens of requests with a subscription of their own.
    private var tokens: [UInt64: Substring] = [:]

    init(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop,
        outbox: Outbox,
        jitter: @escaping @Sendable () -> Double,
        report: @escaping @Sendable (NATSEvent) -> Void
    ) {
        (self.settings, self.eventLoop, self.outbox) = (settings, eventLoop, outbox)
        (self.jitter, self.report) = (jitter, report)
        pace = ReconnectPace(settings.pace)
    }

    // MARK: - Attempts

    func start() {
        guard case .idle = phase else { return }
        if let problem = settings.problem { return retry(after: SessionEnd(.refused, problem)) }
        next = Int(jitter() * Double(settings.servers.count)) % settings.servers.count
        wait(pace.first(jitter()))
    }

    private func wait(_ time: TimeAmount) {
        phase = .waiting(eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.connect() })
    }

    private func connect() {
        guard case .waiting = phase else { return }
        guard settings.problem == nil else { return retry(after: SessionEnd(.refused, settings.problem ?? "")) }
        phase = .connecting
        let server = settings.servers[next % settings.servers.count]
        next = (next + 1) % settings.servers.count
        ClientBootstrap(group: eventLoop)
            .connectTimeout(settings.limits.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            // A host with several addresses is connected to several of them; only the winner is read.
            .channelOption(.autoRead, value: false)
            .connect(host: server.host, port: server.port)
            .assumeIsolated()
            .whenComplete { [self] result in
                switch result {
                case .success(let channel): open(channel, to: server)
                case .failure(let error):
                    guard case .connecting = phase else { return }
                    retry(after: SessionEnd(.failed, "can't connect to \(server): \(Self.reason(error))"))
                }
            }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? NIOConnectionError else { return "\(error)" }
        if let first = error.connectionErrors.first { return "\(first.error)" }
        return (error.dnsAError ?? error.dnsAAAAError).map { "\($0)" } ?? "the name is not known"
    }

    private func open(_ channel: any Channel, to server: NATSAddress) {
        guard case .connecting = phase else { return channel.close(promise: nil) }
        phase = .opened(channel)
        let handler = SessionHandler(settings, to: server) { [weak self] event in self?.handle(event) }
        do {
            try handler.install(in: channel)
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        } catch {
            phase = .connecting
            channel.close(promise: nil)
            retry(after: SessionEnd(tls: error, server))
        }
    }

    private func retry(after end: SessionEnd) {
        let time = pace.next(after: end.kind, jitter())
        wait(time)
        switch end.kind {
        case .failed, .throttled: report(.disconnected(reason: end.reason, retryIn: time))
        case .refused: report(.refused(reason: end.reason, retryIn: time))
        }
    }

    func use(_ credentials: NATSCredentials) {
        settings.credentials = credentials
        switch phase {
        case .waiting(let timer):
            timer.cancel()
            wait(pace.first(jitter()))
        case .opened(let channel), .ready(let channel):
            hasOldCredentials = true
            channel.close(promise: nil)
        // It uses them.
        case .idle, .connecting, .stopped: break
        }
    }

    /// - Returns: when the connection is closed.
    func stop() -> EventLoopFuture<Void> {
        stability?.cancel()
        outbox.close()
        let channel: (any Channel)?
        switch phase {
        case .waiting(let timer):
            timer.cancel()
            channel = nil
        case .opened(let open), .ready(let open): channel = open
        case .idle, .connecting, .stopped: channel = nil
        }
        phase = .stopped
        failRequests(.disconnected(reason: "the client stopped"))
        guard let channel else { return eventLoop.makeSucceededVoidFuture() }
        channel.close(promise: nil)
        return channel.closeFuture
    }

    // MARK: - The session

    private func handle(_ event: SessionHandler.Event) {
        switch event {
        case .ready(let info, let channel): handleReady(info, channel)
        case .message(let message, let number):
            if number == Outbox.inboxSubscription {
                handle(reply: message)
            } else if let token = tokens[number] {
                handle(message, for: token)
            } else {
                // One that was ended a moment ago is no longer there.
                subscriptions[number]?.receive(message)
            }
        case .lameDuck(let info): report(.lameDuck(name: info.name))
        case .warning(let text): report(.warning(text))
        case .ended(let end): handleEnd(end)
        }
    }

    private func handleReady(_ info: ServerInfo, _ channel: any Channel) {
        guard case .opened = phase else { return }
        phase = .ready(channel)
        stability = eventLoop.assumeIsolated().scheduleTask(in: settings.pace.stable) { [weak self] in
            self?.pace.noteStable()
        }
        var buffer = ByteBuffer()
        ClientOperation.subscribe("\(settings.inbox).*", queue: nil, subscription: Outbox.inboxSubscription)
            .write(to: &buffer)
        for (number, subscription) in subscriptions.sorted(by: { $0.key < $1.key }) {
            ClientOperation.subscribe(subscription.subject, queue: subscription.queue, subscription: number)
                .write(to: &buffer)
        }
        channel.writeAndFlush(buffer, promise: nil)
        outbox.open(channel, maxPayload: info.maxPayload)
        report(.connected(serverVersion: info.version, name: info.name))
    }

    private func handleEnd(_ end: SessionEnd) {
        stability?.cancel()
        outbox.close()
        if case .stopped = phase { return }
        phase = .connecting
        let end = hasOldCredentials ? SessionEnd(.failed, "there are new credentials") : end
        hasOldCredentials = false
        failRequests(.disconnected(reason: end.reason))
        retry(after: end)
    }

    // MARK: - Requests

    /// - Parameter token: the last token of the reply subject.
    func request(_ message: NATSMessage, token: String, atMost time: TimeAmount, _ request: PendingRequest) {
        var request = request
        do throws(NATSFault) {
            try check(request)
            if request.isAlone {
                let number = try outbox.addSubscription()
                request.subscription = number
                write(.subscribe(request.reply, queue: nil, subscription: number))
            }
            try outbox.publish(message)
        } catch {
            release(request)
            return request.complete(.failure(error))
        }
        request.timer = eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            self?.end(request: token[...], .timedOut)
        }
        if let number = request.subscription { tokens[number] = token[...] }
        requests[token[...]] = request
    }

    private func check(_ request: PendingRequest) throws(NATSFault) {
        guard case .ready = phase else { throw .notConnected }
        guard requests.count < settings.limits.maxRequests else { throw .overloaded }
        guard request.reply.utf8.count <= NATSSubject.maxLength,
            NATSSubject.problem(in: request.reply) == nil,
            NATSSubject.matches("\(settings.inbox).*", request.reply)
        else { throw .invalid("replies to \(request.reply) do not reach the inbox \(settings.inbox)") }
    }

    func end(request token: Substring, _ fault: NATSFault) {
        guard let request = requests[token] else { return }
        complete(token, request.end(fault))
    }

    private func handle(reply message: NATSMessage) {
        guard let point = message.subject.utf8.lastIndex(of: UInt8(ascii: ".")) else { return }
        let token = message.subject[message.subject.utf8.index(after: point)...]
        // A reply that comes late has nobody who waits for it.
        guard let request = requests[token], request.reply == message.subject, !request.isAlone else { return }
        handle(message, for: token)
    }

    private func handle(_ message: NATSMessage, for token: Substring) {
        guard let result = requests[token]?.handle(message) else { return }
        complete(token, result)
    }

    private func complete(_ token: Substring, _ result: Result<NATSReplies, NATSFault>) {
        guard let request = requests.removeValue(forKey: token) else { return }
        release(request)
        request.complete(result)
    }

    /// Ends the subscription of a request.
    private func release(_ request: PendingRequest) {
        guard let number = request.subscription else { return }
        tokens[number] = nil
        outbox.removeSubscription()
        write(.unsubscribe(number))
    }

    private func failRequests(_ fault: NATSFault) {
        for token in Array(requests.keys) { end(request: token, fault) }
    }

    // MARK: - Subscriptions

    func add(_ subscription: Subscription, number: UInt64) {
        subscriptions[number] = subscription
        write(.subscribe(subscription.subject, queue: subscription.queue, subscription: number))
    }

    func remove(_ number: UInt64) {
        guard subscriptions.removeValue(forKey: number) != nil else { return }
        outbox.removeSubscription()
        write(.unsubscribe(number))
    }

    private func write(_ operation: ClientOperation) {
        guard case .ready(let channel) = phase else { return }
        var buffer = ByteBuffer()
        operation.write(to: &buffer)
        channel.writeAndFlush(buffer, promise: nil)
    }
}
