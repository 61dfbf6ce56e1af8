import Glibc
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes connections that are slow on purpose or use more than their share: sets deadlines for headers, bodies and
/// writes, and limits unread bodies and the number of connections.
///
/// It sits between the HTTP decoder and the server, neither of which sets these limits.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What is being read.
    private enum Reading {
        /// Nothing: the last request has been read completely.
        case nothing
        /// The headers, until their deadline.
        case headers
        /// The body, until its deadline.
        case body(bytes: Int)
    }

    private let limits: ConnectionLimits
    private let counts: ConnectionCounts
    private let addresses: ClientAddresses
    private var reading = Reading.headers
    private var readDeadline: Scheduled<Void>?
    private var bodyBegin = NIODeadline.now()
    /// Whether the last byte that was read completed a part.
    private var hasRead = false
    /// Whether any bytes have arrived.
    private var hasBegun = false
    /// The number of requests without a complete response.
    private var unanswered = 0
    private var isAnswerBegun = false
    /// Replaces 400, with which the server answers everything that can't be decoded.
    private var failure: HTTPResponse.Status?
    /// Whether the current response is the last one.
    private var isLast = false
    private var isEnding = false

    private var counted: ConnectionCounts.ID?
    private var address: String?

    private var pendingWrites = 0
    private var lastBuffered = 0
    private var hasProgressed = false
    private var checksWithoutProgress = 0
    private var writeCheck: Scheduled<Void>?

    init(
        _ limits: ConnectionLimits,
        _ counts: ConnectionCounts,
        _ addresses: ClientAddresses = ClientAddresses(proxy: nil)
    ) {
        (self.limits, self.counts, self.addresses) = (limits, counts, addresses)
    }

    // MARK: - The connection

    func handlerAdded(context: ChannelHandlerContext) {
        addChecks(context)
        if context.channel.isActive { begin(context) }
    }

    /// Before the decoder, and before the handler that turns its requests into those of the server.
    private func addChecks(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(LastByte { self.hasRead = false }, position: .before(decoder))
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(TargetCheck(), position: .before(codec))
        } catch {
            // Without the decoder, as in tests, there is nothing to check.
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    private func begin(_ context: ChannelHandlerContext) {
        guard counted == nil, !isEnding else { return }
        address = context.channel.remoteAddress?.ipAddress
        let channel = context.channel
        guard let id = counts.open(from: address, close: { channel.close(promise: nil) }) else {
            isEnding = true
            refuse(context)
            return context.close(promise: nil)
        }
        counted = id
        limitUnacknowledged(context)
        limitReads(context)
        wait(limits.headers, context)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        let head = HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [.retryAfter: "10", .connection: "close", .contentLength: "0"]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Small reads, one at a time: what a client sends before its requests are answered takes little memory, and many
    /// requests in one packet don't keep the others waiting.
    private func limitReads(_ context: ChannelHandlerContext) {
        guard let options = context.channel.syncOptions else { return }
        do {
            try options.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.read))
            try options.setOption(.maxMessagesPerRead, value: 1)
        } catch {
            // Channels of tests have no such options.
        }
    }

    /// If a client disappears while less than a buffer is unsent, only the kernel can detect it.
    private func limitUnacknowledged(_ context: ChannelHandlerContext) {
        guard address != nil, let options = context.channel.syncOptions else { return }
        let option = ChannelOptions.Types.SocketOption(
            level: .tcp,
            name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
        )
        do {
            try options.setOption(option, value: Int(limits.write.nanoseconds / 1_000_000))
        } catch {
            // Without the option, heartbeats fill the buffer until the client is detected.
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        isEnding = true
        readDeadline?.cancel()
        writeCheck?.cancel()
        if let counted { counts.close(counted) }
        counted = nil
    }

    // MARK: - Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        let part = unwrapInboundIn(data)
        (hasRead, hasBegun) = (true, true)
        switch part {
        case .head(let head):
            unanswered += 1
            let client = addresses.address(of: head.headerFields, from: context.channel.remoteAddress)
            // The responses before must be sent first.
            if let counted, !counts.begin(counted, for: client), unanswered == 1 {
                refuse(context)
                return linger(context)
            }
            reading = .body(bytes: 0)
            bodyBegin = context.eventLoop.now
            wait(min(limits.body, limits.bodyOfStrangers), context)
        case .body(let bytes):
            if case .body(let count) = reading {
                let count = count + bytes.readableBytes
                reading = .body(bytes: count)
                // The request was rejected; its body is only read to find the next request, up to a limit.
                if count > limits.maxBody, unanswered == 0 { return linger(context) }
            }
        case .end:
            reading = .nothing
            readDeadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes arrived that form no part yet: a request has begun. While earlier ones are unanswered, the server may
        // not read further, so its client is not late.
        if !hasRead, case .nothing = reading, !isEnding {
            reading = .headers
            if unanswered == 0 { wait(limits.headers, context) }
        }
        (hasRead, hasBegun) = (false, true)
        context.fireChannelReadComplete()
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        readDeadline?.cancel()
        readDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.isLate(context) }
    }

    private func isLate(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        switch reading {
        case .nothing: return
        // Browsers open connections in advance: closing an unused one is not a failure.
        case .headers where !hasBegun: context.close(promise: nil)
        case .body where unanswered > 0 && mayTakeLonger(context): break
        case .body where isAnswerBegun || unanswered != 1: context.close(promise: nil)
        case .headers:
            failure = .requestTimeout
            fail(HTTPParserError.invalidEOFState, context)
        // The reader of the body responds.
        case .body: fail(BodyTimeout(), context)
        }
    }

    /// Whoever has shown nothing keeps a place for a few seconds only.
    private func mayTakeLonger(_ context: ChannelHandlerContext) -> Bool {
        let rest = bodyBegin + limits.body - context.eventLoop.now
        guard rest > .zero, let counted, counts.isKnown(counted) else { return false }
        wait(rest, context)
        return true
    }

    /// Tells the server that nothing more will arrive, so that it responds.
    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        reading = .nothing
        context.fireErrorCaught(error)
        closeSoon(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError, error == .headerOverflow { failure = .requestHeaderFieldsTooLarge }
        readDeadline?.cancel()
        context.fireErrorCaught(error)
        if error is HTTPParserError { closeSoon(context) }
    }

    // MARK: - Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isEnding else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        var part = unwrapOutboundIn(data)
        switch part {
        case .head(var head):
            if let failure, head.status == .badRequest, unanswered == 0 {
                head.status = failure
                part = .head(head)
            }
            guard head.status.kind != .informational else { break }
            isAnswerBegun = true
            isLast = head.headerFields[.connection]?.lowercased() == "close"
        case .body: break
        case .end:
            isAnswerBegun = false
            unanswered = max(0, unanswered - 1)
            guard unanswered == 0 else { break }
            if let counted { counts.end(counted) }
            switch reading {
            case .headers: wait(limits.headers, context)
            case .body: wait(limits.rest, context)
            case .nothing: break
            }
        }
        context.write(wrapOutboundOut(part), promise: noted(promise, context))
        guard case .end = part else { return }
        var isTooLong = false
        if case .body(let count) = reading { isTooLong = count > limits.maxBody }
        if isLast || isTooLong { linger(context) }
    }

    /// Sends the response and drops further input; if the connection closed immediately, the client would get a reset.
    private func linger(_ context: ChannelHandlerContext) {
        context.flush()
        isEnding = true
        readDeadline?.cancel()
        context.close(mode: .output, promise: nil)
        closeSoon(context)
    }

    private func closeSoon(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.linger) { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isEnding, let event = event as? ChannelEvent, event == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: - Clients that don't read

    private static let checks = 3

    private func noted(_ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        let promise = promise ?? context.eventLoop.makePromise()
        pendingWrites += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.pendingWrites -= 1
            self.hasProgressed = true
        }
        if writeCheck == nil { checkWrites(context) }
        return promise
    }

    /// Checks several times within the deadline; any progress counts, however little.
    private func checkWrites(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(limits.write.nanoseconds / Int64(Self.checks))
        writeCheck = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.writeCheck = nil
            let buffered = self.buffered(context)
            let hasProgressed = self.hasProgressed || buffered < self.lastBuffered
            self.checksWithoutProgress = hasProgressed ? 0 : self.checksWithoutProgress + 1
            (self.hasProgressed, self.lastBuffered) = (false, buffered)
            guard self.pendingWrites > 0, !self.isEnding else { return }
            guard self.checksWithoutProgress < Self.checks else { return context.close(promise: nil) }
            self.checkWrites(context)
        }
    }

    private func buffered(_ context: ChannelHandlerContext) -> Int {
        do {
            return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            return 0
        }
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}

/// The body did not arrive in time.
struct BodyTimeout: Error {}
