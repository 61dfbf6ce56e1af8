public import DomoLanguage
public import NIOCore
import NIOPosix

/// A connection to the control socket. Requests may be pipelined; replies arrive in order, events in between.
public final class DaemonConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<LineHandler>

    private init(_ channel: any Channel, _ handler: NIOLoopBound<LineHandler>) {
        (self.channel, self.handler) = (channel, handler)
    }

    /// - `path`: the path of the control socket.
    /// - `event`: called on the event loop with each event, a line of JSON without the line feed.
    public static func connect(
        to path: String,
        on eventLoop: any EventLoop,
        event: @escaping @Sendable (ByteBuffer) -> Void = { _ in }
    ) async throws(ClientFault) -> DaemonConnection {
        do {
            return try await ClientBootstrap(group: eventLoop)
                .connectTimeout(.seconds(5))
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = LineHandler(event: event)
                        try channel.pipeline.syncOperations.addHandler(handler)
                        return DaemonConnection(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    }
                }
        } catch {
            throw .disconnected(reason: "can't connect to domod at \(path): \(error)")
        }
    }

    /// Completes when the connection is closed.
    public var closed: EventLoopFuture<Void> { channel.closeFuture }
    public var isOpen: Bool { channel.isActive }

    /// - Returns: the reply, a line of JSON without the line feed.
    public func ask(_ request: Request) async throws(ClientFault) -> ByteBuffer {
        try await reply(to: try checked(request.line))
    }

    /// Sends a line that a user wrote, after checking that it is a single line of the command language.
    public func ask(line: String) async throws(ClientFault) -> ByteBuffer {
        let line = try checked(line)
        let words: [Words.Word]
        do {
            words = try Words.split(line)
        } catch {
            throw .refused(error.fault)
        }
        guard !words.isEmpty else { throw .badLine }
        return try await reply(to: line)
    }

    /// Checks a line: one that the daemon doesn't answer would shift all later replies.
    private func checked(_ line: String) throws(ClientFault) -> String {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }
        guard !line.utf8.contains(where: isControl), line.utf8.count <= 64 * 1024 else { throw .badLine }
        return line
    }

    private func reply(to line: String) async throws(ClientFault) -> ByteBuffer {
        let promise = channel.eventLoop.makePromise(of: ByteBuffer.self)
        channel.eventLoop.execute { [channel, handler] in
            handler.value.send(line, promise, on: channel)
        }
        do {
            return try await promise.futureResult.get()
        } catch let fault as ClientFault {
            throw fault
        } catch {
            throw .disconnected(reason: "\(error)")
        }
    }

    public func close() { channel.close(promise: nil) }
}

/// Splits the input into lines, and passes each to its promise or to the event callback.
private final class LineHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum length of a line, enough for a long history or a large house.
    private static let maxLine = 256 * 1024 * 1024
    private static let eventPrefix = Array(#"{"event":"#.utf8)

    private let event: @Sendable (ByteBuffer) -> Void
    private var pending = CircularBuffer<EventLoopPromise<ByteBuffer>>()
    private var buffer = ByteBuffer()
    private var scanned = 0
    private var hasEnded = false
    private var isFlushing = false

    init(event: @escaping @Sendable (ByteBuffer) -> Void) { self.event = event }

    func send(_ line: String, _ promise: EventLoopPromise<ByteBuffer>, on channel: any Channel) {
        guard !hasEnded, channel.isActive else {
            return promise.fail(ClientFault.disconnected(reason: "domod closed the connection"))
        }
        pending.append(promise)
        channel.write(ByteBuffer(string: line + "\n"), promise: nil)
        // Batch requests that are made together.
        guard !isFlushing else { return }
        isFlushing = true
        channel.eventLoop.assumeIsolated().execute {
            self.isFlushing = false
            channel.flush()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        if buffer.readableBytes == 0 {
            (buffer, scanned) = (more, 0)
        } else {
            buffer.discardReadBytes()
            buffer.writeBuffer(&more)
        }
        while let line = nextLine() { handle(line, context) }
        if buffer.readableBytes > Self.maxLine { context.close(promise: nil) }
    }

    private func nextLine() -> ByteBuffer? {
        let rest = buffer.readableBytesView.dropFirst(scanned)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.readableBytes
            return nil
        }
        scanned = 0
        let line = buffer.readSlice(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        return line
    }

    private func handle(_ line: ByteBuffer, _ context: ChannelHandlerContext) {
        if line.readableBytesView.starts(with: Self.eventPrefix) { return event(line) }
        guard let promise = pending.popFirst() else {
            // An unexpected reply: replies no longer match requests.
            return context.close(promise: nil)
        }
        promise.succeed(line)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func end() {
        hasEnded = true
        while let promise = pending.popFirst() {
            promise.fail(ClientFault.disconnected(reason: "domod closed the connection"))
        }
    }
}
