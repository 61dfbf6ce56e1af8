import DomoBridge
import DomoControl
import DomoLanguage
import NIOCore

/// One connection to the socket of a relay: its lines go to the house, and the replies come back in their order.
final class RelayClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A reply in its place among the others.
    final class Slot {
        fileprivate var reply: ByteBuffer?
        fileprivate var call: FleetCall?
    }

    private static let maxLine = 64 * 1024
    /// The house accepts 64 requests of the whole fleet at the same time; more lines wait.
    private static let maxPending = 16
    private static let maxUnread = 1 << 20
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: maxUnread / 4, high: maxUnread)
    /// How long a client may leave its replies unread.
    private static let patience: TimeAmount = .seconds(30)

    private let core: CallerCore
    private let rights: RelayRights
    private var token: Secret?
    private var principal: String
    private var lines = LineBuffer(limit: maxLine)
    private var slots = CircularBuffer<Slot>()
    /// The lines after a `login` wait for its reply.
    private var isLoggingIn = false
    private var hasEnded = false
    private var isReading = true
    private var context: ChannelHandlerContext?
    private var cutOff: Scheduled<Void>?
    private var watch: RelayWatch?

    init(_ core: CallerCore, _ rights: RelayRights) {
        (self.core, self.rights, token, principal) = (core, rights, rights.token, rights.principal)
    }

    // MARK: Input

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        cutOff?.cancel()
        for slot in slots { slot.call?.cancel() }
        slots = []
        watch?.lease.end()
        watch = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).withUnsafeReadableBytes { lines.append($0) }
        takeLines()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        hasEnded = true
        takeLines()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        cutOff?.cancel()
        cutOff = nil
        guard context.channel.isWritable else {
            cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { self.close() }
            return
        }
        takeLines()
    }

    private var isPaused: Bool {
        isLoggingIn || slots.count >= Self.maxPending || context?.channel.isWritable == false
    }

    private func takeLines() {
        while let context, !isPaused {
            guard let line = lines.nextLine() else {
                if hasEnded { finish(context) }
                break
            }
            handle(line)
        }
        guard let context, isReading != (!isPaused && !hasEnded) else { return }
        isReading.toggle()
        context.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    private func finish(_ context: ChannelHandlerContext) {
        if lines.lastLine() != nil {
            refuse(.badLine, "the last line is incomplete", hint: "end each line with a line feed")
        }
        if slots.isEmpty, watch == nil { close() }
    }

    private func handle(_ line: LineBuffer.Line) {
        guard case .line(let bytes) = line else {
            return refuse(.badLine, "the line is longer than \(Self.maxLine) bytes", hint: "it was not carried out")
        }
        let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
        guard let text = String(validating: text, as: UTF8.self) else {
            return refuse(.badLine, "the line is not UTF-8", hint: "it was not carried out; send UTF-8")
        }
        do throws(Fault) {
            guard let request = try RequestParser.parse(text) else { return }
            handle(request)
        } catch {
            fill(newSlot(), error)
        }
    }

    private func handle(_ request: Request) {
        switch request {
        case .login(let token, let from): logIn(Secret(token), from: from)
        case .logout: logOut()
        case .watch: beginToWatch(request)
        default:
            let slot = newSlot()
            give(request, in: slot) { self.fill(slot, $0) }
        }
    }

    // MARK: Requests

    /// - Parameter done: called with the reply, unless the client is gone.
    private func give(_ request: Request, in slot: Slot, done: @escaping (Result<ByteBuffer, Fault>) -> Void) {
        guard let token else { return done(.failure(noToken)) }
        give(request, token, principal, in: slot, done: done)
    }

    private var noToken: Fault {
        let what = "nobody has logged in to the house \(rights.house)"
        return Fault(.notAllowed, what, hint: "log in with a token of the house: login TOKEN")
    }

    private func give(
        _ request: Request,
        _ token: Secret,
        _ principal: String,
        in slot: Slot,
        done: @escaping (Result<ByteBuffer, Fault>) -> Void
    ) {
        let promise = core.eventLoop.makePromise(of: ByteBuffer.self)
        promise.futureResult.assumeIsolated().whenComplete { result in
            guard self.context != nil else { return }
            done(result.mapError { $0 as? Fault ?? Fault(.unreachable, "\($0)") })
        }
        do throws(Fault) {
            let call = try FleetCall(
                rights.house,
                request.line,
                token: token,
                principal: principal,
                key: FleetCall.newKey(),
                time: .seconds(10),
                promise: promise
            )
            slot.call = call
            core.begin(call)
        } catch {
            promise.fail(error)
        }
    }

    private func logIn(_ login: Secret, from: String?) {
        let slot = newSlot()
        isLoggingIn = true
        let principal = from.map { "\(rights.principal) \($0)" } ?? rights.principal
        guard let exchange = rights.exchange else { return logIn(login, principal, in: slot) }
        core.eventLoop.makeFutureWithTask { await exchange(login) }.assumeIsolated().whenComplete { result in
            guard self.context != nil else { return }
            if case .success(let token?) = result { return self.logIn(token, principal, in: slot) }
            self.isLoggingIn = false
            self.fill(slot, Fault(.notAllowed, "the token is not valid for the house \(self.rights.house)"))
        }
    }

    /// The house checks the token.
    private func logIn(_ token: Secret, _ principal: String, in slot: Slot) {
        give(.login(token: token.value), token, principal, in: slot) { result in
            self.isLoggingIn = false
            if case .success(let reply) = result, reply.readableBytesView.starts(with: #"{"ok":"#.utf8) {
                (self.token, self.principal) = (token, principal)
            }
            self.fill(slot, result)
        }
    }

    private func logOut() {
        (token, principal) = (rights.token, rights.principal)
        if let token { return logIn(token, principal, in: newSlot()) }
        fill(newSlot(), .session(SessionView(name: "nobody", role: .none)))
    }

    /// As in domod, it takes the place of an earlier one.
    private func beginToWatch(_ request: Request) {
        let slot = newSlot()
        guard let token else { return fill(slot, noToken) }
        let lease = WatchLease(
            rights.house,
            token: token,
            principal: principal,
            core: core,
            receive: { self.receive($0) },
            ended: { _ in self.context?.close(promise: nil) }
        )
        core.add(lease)
        watch?.lease.end()
        watch = RelayWatch(lease, slot)
        lease.begin(request.line) { result in
            guard self.context != nil else { return }
            var hasBegun = false
            if case .success(let reply) = result { hasBegun = reply.isOK }
            if !hasBegun, self.watch?.lease === lease { self.watch = nil }
            self.fill(slot, result)
        }
    }

    /// Events come after the reply to `watch`, and a client that does not read them is disconnected.
    private func receive(_ events: ByteBuffer) {
        guard let context, watch != nil else { return }
        let count = events.readableBytes
        watch?.unread += count
        guard let watch, watch.unread <= Self.maxUnread else { return context.close(promise: nil) }
        guard watch.slot == nil else {
            self.watch?.held.writeImmutableBuffer(events)
            return
        }
        write(events, context)
    }

    private func write(_ events: ByteBuffer, _ context: ChannelHandlerContext) {
        let count = events.readableBytes
        context.writeAndFlush(wrapOutboundOut(events)).assumeIsolated().whenComplete { _ in self.watch?.unread -= count
        }
    }

    // MARK: Output

    private func newSlot() -> Slot {
        let slot = Slot()
        slots.append(slot)
        return slot
    }

    private func refuse(_ code: Fault.Code, _ message: String, hint: String) {
        fill(newSlot(), Fault(code, message, hint: hint))
    }

    private func fill(_ slot: Slot, _ fault: Fault) { fill(slot, .fault(fault)) }

    private func fill(_ slot: Slot, _ reply: Reply) {
        var json = JSONWriter()
        reply.write(to: &json)
        fill(slot, .success(ByteBuffer(bytes: json.bytes)))
    }

    private func fill(_ slot: Slot, _ result: Result<ByteBuffer, Fault>) {
        switch result {
        case .success(let reply): slot.reply = reply
        case .failure(let fault): return fill(slot, fault)
        }
        slot.call = nil
        writeReplies()
        takeLines()
    }

    private func writeReplies() {
        guard let context else { return }
        var hasWritten = false
        while let reply = slots.first?.reply {
            let slot = slots.removeFirst()
            if watch?.slot === slot { watch?.slot = nil }
            context.write(wrapOutboundOut(reply), promise: nil)
            context.write(wrapOutboundOut(ByteBuffer(string: "\n")), promise: nil)
            hasWritten = true
        }
        if hasWritten { context.flush() }
        guard let watch, watch.slot == nil, watch.held.readableBytes > 0 else { return }
        self.watch?.held = ByteBuffer()
        write(watch.held, context)
    }

    private func close() {
        // After what was written.
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
            self.context?.close(promise: nil)
        }
    }
}
