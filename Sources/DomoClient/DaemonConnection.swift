public import DomoLanguage
import DomoModel
import Glibc
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
        let bootstrap = ClientBootstrap(group: eventLoop).connectTimeout(.seconds(5))
        let initialize: @Sendable (any Channel) -> EventLoopFuture<DaemonConnection> = { channel in
            channel.eventLoop.makeCompletedFuture {
                let handler = LineHandler(event: event)
                try channel.pipeline.syncOperations.addHandler(handler)
                return DaemonConnection(channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
            }
        }
        do {
            do {
                return try await bootstrap.connect(unixDomainSocketPath: path, channelInitializer: initialize)
            } catch let error as IOError where error.errnoCode == EAGAIN {
                let socket = try await WaitingSocket.connect(to: path)
                return try await bootstrap.withConnectedSocket(socket, channelInitializer: initialize)
            }
        } catch {
            throw .disconnected(reason: "can't connect to domod at \(path): \(error)")
        }
    }

    /// Completes when the connection is closed.
    public var closed: EventLoopFuture<Void> { channel.closeFuture }
    public var isOpen: Bool { channel.isActive }

    /// Decides about more octets of a reply, before they are kept.
    ///
    /// - Returns: why the rest of the reply is dropped; nil to keep it.
    public typealias Admission = @Sendable (_ octets: Int) -> ClientFault?

    /// Sends a request; an order with the time until which it is wanted.
    ///
    /// - Returns: the reply, a line of JSON without the line feed.
    public func ask(
        _ request: Request,
        admit: @escaping Admission = { _ in nil }
    ) async throws(ClientFault) -> ByteBuffer {
        try await Self.reply(in: send(try checked(request.limited(at: Self.now).line), admit: admit))
    }

    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Sends a line that a user wrote, after checking that it is a single line of the command language.
    public func ask(line: String) async throws(ClientFault) -> ByteBuffer {
        try await Self.reply(in: try start(line: line))
    }

    /// The same; completes with the reply or a `ClientFault`. Lines are sent in the order of the calls.
    public func start(line: String) throws(ClientFault) -> EventLoopFuture<ByteBuffer> {
        let line = try checked(line)
        let words: [Words.Word]
        do {
            words = try Words.split(line)
        } catch {
            throw .refused(error.fault)
        }
        guard !words.isEmpty else { throw .badLine }
        return send(line, admit: { _ in nil })
    }

    /// Checks a line: one that the daemon doesn't answer would shift all later replies.
    private func checked(_ line: String) throws(ClientFault) -> String {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F }
        guard !line.utf8.contains(where: isControl), line.utf8.count <= 64 * 1024 else { throw .badLine }
        return line
    }

    private func send(_ line: String, admit: @escaping Admission) -> EventLoopFuture<ByteBuffer> {
        let promise = channel.eventLoop.makePromise(of: ByteBuffer.self)
        channel.eventLoop.execute { [channel, handler] in
            handler.value.send(line, LineHandler.Awaited(promise: promise, admit: admit), on: channel)
        }
        return promise.futureResult
    }

    private static func reply(in future: EventLoopFuture<ByteBuffer>) async throws(ClientFault) -> ByteBuffer {
        do {
            return try await future.get()
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

    struct Awaited {
        let promise: EventLoopPromise<ByteBuffer>
        let admit: DaemonConnection.Admission
    }

    /// The line that is arriving.
    private struct Line {
        var text = ByteBuffer()
        /// The octets that its receiver has admitted.
        var admitted = 0
        /// Why it is dropped.
        var fault: ClientFault?
    }

    /// The maximum length of a line, enough for a long history or a large house.
    private static let maxLine = 256 * 1024 * 1024
    private static let eventPrefix = Array(#"{"event":"#.utf8)

    private let event: @Sendable (ByteBuffer) -> Void
    private var pending = CircularBuffer<Awaited>()
    private var line = Line()
    private var hasEnded = false
    private var isFlushing = false

    init(event: @escaping @Sendable (ByteBuffer) -> Void) { self.event = event }

    func send(_ line: String, _ awaited: Awaited, on channel: any Channel) {
        guard !hasEnded, channel.isActive else {
            return awaited.promise.fail(ClientFault.disconnected(reason: "domod closed the connection"))
        }
        pending.append(awaited)
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
        var input = unwrapInboundIn(data)
        while let end = input.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            add(input.readSlice(length: end - input.readerIndex) ?? ByteBuffer(), isWhole: true)
            input.moveReaderIndex(forwardBy: 1)
            let whole = line
            line = Line()
            handle(whole, context)
        }
        if input.readableBytes > 0 { add(input, isWhole: false) }
        if line.text.readableBytes > Self.maxLine { context.close(promise: nil) }
    }

    private func add(_ octets: ByteBuffer, isWhole: Bool) {
        guard line.fault == nil else { return }
        // A line that arrives at once is not copied.
        if line.text.readableBytes == 0 { line.text = octets } else { line.text.writeImmutableBuffer(octets) }
        let count = line.text.readableBytes
        guard isWhole || count >= Self.eventPrefix.count, !isEvent(line.text), let awaited = pending.first else {
            return
        }
        line.fault = awaited.admit(count - line.admitted)
        line.admitted = count
        if line.fault != nil { line.text = ByteBuffer() }
    }

    private func isEvent(_ text: ByteBuffer) -> Bool { text.readableBytesView.starts(with: Self.eventPrefix) }

    private func handle(_ line: Line, _ context: ChannelHandlerContext) {
        if line.fault == nil, isEvent(line.text) { return event(line.text) }
        // What admits it is let go before its receiver goes on.
        guard let promise = pending.popFirst()?.promise else {
            // An unexpected reply: replies no longer match requests.
            return context.close(promise: nil)
        }
        if let fault = line.fault { promise.fail(fault) } else { promise.succeed(line.text) }
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
        while let awaited = pending.popFirst() {
            awaited.promise.fail(ClientFault.disconnected(reason: "domod closed the connection"))
        }
    }
}
