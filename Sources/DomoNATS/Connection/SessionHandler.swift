import NIOCore
import NIOSSL

/// One connection to a server: octets, timers and TLS around `SessionMachine`.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What the owner hears, on the event loop. After `ended`, nothing more comes.
    enum Event {
        case ready(ServerInfo, any Channel)
        case message(NATSMessage, subscription: UInt64)
        case lameDuck(ServerInfo)
        case warning(String)
        case ended(SessionEnd)
    }

    private let server: NATSAddress
    private let settings: NATSSettings
    private let report: (Event) -> Void
    private var parser: ProtocolParser
    private var machine: SessionMachine
    private var timer: Scheduled<Void>?
    /// Why the connection ends.
    private var end: SessionEnd?
    private var hasEnded = false
    private var hasUnflushed = false

    init(_ settings: NATSSettings, to server: NATSAddress, report: @escaping (Event) -> Void) {
        (self.settings, self.server, self.report) = (settings, server, report)
        var limits = ProtocolLimits()
        limits.payload = settings.limits.maxPayload
        parser = ProtocolParser(limits)
        let security: SessionMachine.Security =
            server.isTLS ? (settings.tls?.startsFirst == false ? .afterInfo : .started) : .plain
        machine = SessionMachine(
            name: settings.name,
            credentials: settings.credentials,
            security: security,
            maxPings: settings.limits.maxPings
        )
    }

    /// Adds the handlers of a connection to its channel.
    func install(in channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        if server.isTLS {
            guard let tls = settings.tls else {
                throw SessionEnd(.refused, "\(server) needs the certificates that are trusted")
            }
            if tls.startsFirst {
                try pipeline.addHandler(FirstOctets { [weak self] end in self?.note(end) })
                try pipeline.addHandler(tls.handler(for: server.host))
            }
        }
        try pipeline.addHandler(self)
    }

    /// Keeps the first reason: it is the cause of the later ones.
    private func note(_ end: SessionEnd) {
        if self.end == nil { self.end = end }
    }

    // MARK: - The channel

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: settings.limits.connectTimeout) { [weak self] in
            guard let self, !machine.isReady else { return }
            note(SessionEnd(.failed, "\(machine.missing) in time"))
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parser.append(unwrapInboundIn(data))
        do throws(ProtocolFault) {
            while end == nil, let operation = try parser.next() { perform(machine.handle(operation), context) }
        } catch {
            note(SessionEnd(.failed, error.message))
            context.close(promise: nil)
        }
        // Not in channelReadComplete: a TLS handler that was just added does not pass it on.
        if hasUnflushed { context.flush() }
        hasUnflushed = false
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        note(SessionEnd(tls: error, server))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func finish() {
        timer?.cancel()
        timer = nil
        guard !hasEnded else { return }
        hasEnded = true
        report(.ended(end ?? SessionEnd(.failed, "the server closed the connection")))
    }

    // MARK: - Actions

    private func perform(_ actions: [SessionMachine.Action], _ context: ChannelHandlerContext) {
        for action in actions where !hasEnded {
            switch action {
            case .send(let operation): send(operation, context)
            case .startTLS:
                guard startTLS(context) else { return context.close(promise: nil) }
            case .ready(let info):
                schedulePing(context)
                report(.ready(info, context.channel))
            case .deliver(let message, let subscription): report(.message(message, subscription: subscription))
            case .lameDuck(let info): report(.lameDuck(info))
            case .warning(let text): report(.warning(text))
            case .close(let end):
                note(end)
                context.close(promise: nil)
            }
        }
    }

    private func send(_ operation: ClientOperation, _ context: ChannelHandlerContext) {
        var buffer = context.channel.allocator.buffer(capacity: 512)
        operation.write(to: &buffer)
        context.write(wrapOutboundOut(buffer), promise: nil)
        hasUnflushed = true
    }

    private func startTLS(_ context: ChannelHandlerContext) -> Bool {
        // Octets before TLS could come from anybody, and must not be read as if they came through it.
        guard parser.pending == 0, let tls = settings.tls else {
            note(SessionEnd(.failed, "the server sent more than INFO before TLS"))
            return false
        }
        do {
            try context.pipeline.syncOperations.addHandler(tls.handler(for: server.host), position: .first)
            return true
        } catch {
            note(SessionEnd(tls: error, server))
            return false
        }
    }

    private func schedulePing(_ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: settings.limits.pingInterval) { [weak self] in
            guard let self, !hasEnded else { return }
            perform(machine.ping(), context)
            context.flush()
            if machine.isReady { schedulePing(context) }
        }
    }
}
