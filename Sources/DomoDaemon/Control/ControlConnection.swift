import DomoEngine
import DomoLanguage
import NIOCore

/// One client of the control socket.
///
/// The cost of a client is limited: no more of its lines are read while it is owed `maxOwed` answers, or leaves
/// `maxUnread` bytes of them unread. A client that leaves them unread for `patience`, or falls behind with its events,
/// is disconnected. A client that has been idle for long is closed when another one needs its place: see `ClientQuota`.
///
/// A connection uses at most this memory:
/// - the line that is being read, 64 KiB, and what was read with it, another 4 KiB;
/// - answers and events that the client has not read: 1 MiB (`maxUnread`) in its channel, 1 MiB waiting for the
///   channel, and the one that exceeded the limit. An answer longer than `WrittenReply.pieceSize` is held once, and no
///   further request is taken until it is ready;
/// - a slot for each of 1,024 owed answers (`maxOwed`); those that are ready before their turn count as unread.
///
/// The kernel's socket buffers are extra.
///
/// The event loop handles everything that was read before it reads again, so a client's turn is one read of at most
/// 4 KiB (`reads`): others wait for that much of each fast sender.
///
/// Nothing is flushed except at the end of a turn: a flush may immediately bring new input or the end of the
/// connection.
final class ControlConnection: ChannelInboundHandler, Client, @unchecked Sendable {
    // Sendable because it is used only on its channel's event loop, which is the executor of the runtime, the only
    // other owner.
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let maxOwed = 1024
    static let patience: TimeAmount = .seconds(30)
    /// The bytes that may wait for the client before it counts as not reading.
    static let maxUnread = 1024 * 1024
    static let reads = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 4096)
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: maxUnread / 4, high: maxUnread)

    private(set) var peer: Principal
    /// The principal of the token after a login.
    private var signedIn: Principal?
    /// Nil once the principal has its name.
    private var names: UserNames?
    /// Whether the principal sees everything, at a revision of the ready replies.
    private var seesEverything = false
    private var sightRevision: UInt64?
    private let runtime: HouseRuntime
    private var context: ChannelHandlerContext?
    private var lines = LineBuffer()
    private var answers = AnswerQueue()
    private var outbound = Outbound()
    /// The request whose answer is being computed.
    private var longRequest: Int?
    private var isPaused = false
    private var isResuming = false
    /// Whether the channel reads automatically. Cached, since setting the option costs a future.
    private var isReading = true
    private var hasEnded = false
    /// Whether the client has sent anything.
    private var hasSent = false
    private var isWatching = false
    private var isClosing = false
    private var heardAt = NIODeadline.now()
    private var cutOff: Scheduled<Void>?

    /// - Parameter names: provides the user's name, now or later.
    init(runtime: HouseRuntime, principal: Principal, names: UserNames) {
        self.runtime = runtime
        peer = principal
        self.names = names
    }

    var principal: Principal { signedIn ?? peer }

    func become(_ principal: Principal?) {
        signedIn = principal
        sightRevision = nil
    }

    var idleSince: NIODeadline? {
        isWatching || isClosing || answers.count > 0 || longRequest != nil ? nil : heardAt
    }

    // MARK: Input

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        nameUser()
        runtime.assumeIsolated { runtime in
            guard let fault = runtime.opened(self) else { return }
            answer(answers.owe(), .fault(fault), in: runtime)
            close()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        cutOff?.cancel()
        self.context = nil
        runtime.assumeIsolated { $0.closed(self) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heardAt = .now()
        hasSent = true
        lines.append(unwrapInboundIn(data))
        runtime.assumeIsolated { takeLines(in: $0) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        runtime.assumeIsolated { $0.endTurnSoon() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        hasEnded = true
        runtime.assumeIsolated { takeLines(in: $0) }
        endOwnTurn()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            cutOff?.cancel()
            cutOff = nil
            // Not at once: this may be called from the flush at the end of a turn.
            context.eventLoop.assumeIsolated().execute { self.endOwnTurn() }
        } else {
            cutOffLater(context)
        }
    }

    private func cutOffLater(_ context: ChannelHandlerContext) {
        guard cutOff == nil else { return }
        cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { self.cut() }
    }

    private func endOwnTurn() {
        runtime.assumeIsolated { runtime in
            runtime.turnTouched(self)
            runtime.endTurn()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func takeLines(in runtime: isolated HouseRuntime) {
        // A client that was rejected, or is being closed, gives no more orders: it would not get the answers.
        while context != nil, !isClosing {
            isPaused =
                longRequest != nil || answers.count >= Self.maxOwed
                || outbound.size + answers.heldBytes >= Self.maxUnread
                || context?.channel.isWritable == false
            if isPaused { break }
            if let reply = lines.next(knownTo: { readyReply(to: $0, in: runtime) }) {
                answer(answers.owe(), line: reply, in: runtime)
                continue
            }
            guard let line = lines.next() else {
                if hasEnded, lines.hasPart {
                    lines = LineBuffer()
                    refuse(
                        "the last line is incomplete",
                        hint: "end each line with a line feed; an incomplete line is not carried out",
                        in: runtime
                    )
                }
                break
            }
            handle(line, in: runtime)
        }
        let mayRead = !isPaused && !hasEnded
        guard mayRead != isReading else { return }
        isReading = mayRead
        context?.channel.setOption(.autoRead, value: mayRead).whenFailure { _ in }
    }

    private func readyReply(to line: UnsafeRawBufferPointer, in runtime: isolated HouseRuntime) -> ByteBuffer? {
        // Rights change only with inputs.
        if sightRevision != runtime.ready.revision {
            nameUser()
            (sightRevision, seesEverything) = (runtime.ready.revision, runtime.engine.seesEverything(principal))
        }
        return seesEverything ? runtime.readyReply(to: line) : nil
    }

    private func nameUser() {
        guard let names, case .user(var user) = peer, let name = names[user.id] else { return }
        user.name = name
        peer = .user(user)
        self.names = nil
        sightRevision = nil
    }

    private func handle(_ line: LineBuffer.Line, in runtime: isolated HouseRuntime) {
        switch line {
        case .text(let text):
            do throws(Fault) {
                guard let request = try RequestParser.parse(text) else { return }
                let number = answers.owe()
                nameUser()
                if let reply = runtime.answerAtOnce(request, line: text, by: principal) {
                    answer(number, line: reply, in: runtime)
                } else {
                    runtime.request(request, from: self, number: number)
                }
            } catch {
                answer(answers.owe(), .fault(error), in: runtime)
            }
        case .tooLong:
            refuse(
                "the line is longer than \(LineBuffer.maxLineLength) bytes",
                hint: "it was not carried out; put a scene this long into a file, then use \"reload\"",
                in: runtime
            )
        case .notUTF8: refuse("the line is not UTF-8", hint: "it was not carried out; send UTF-8", in: runtime)
        }
    }

    private func refuse(_ message: String, hint: String, in runtime: isolated HouseRuntime) {
        answer(answers.owe(), .fault(Fault(.badLine, message, hint: hint)), in: runtime)
    }

    // MARK: Output

    func answer(_ number: Int, _ reply: Reply, in runtime: isolated HouseRuntime) {
        guard context != nil else { return }
        runtime.json.reset()
        reply.write(to: &runtime.json)
        runtime.json.newline()
        var watch: Watched?
        if case .watching(let watched) = reply { watch = watched }
        runtime.turnTouched(self)
        guard answers.skip(number) else {
            answers.fill(number, with: AnswerQueue.Answer(WrittenReply(line: runtime.json.bytes), watch: watch))
            return
        }
        outbound.append(runtime.json.bytes)
        begin(watch, in: runtime)
        giveReady(in: runtime)
    }

    /// - Parameter line: the reply, already serialized.
    private func answer(_ number: Int, line: ByteBuffer, in runtime: isolated HouseRuntime) {
        guard context != nil else { return }
        runtime.turnTouched(self)
        guard answers.skip(number) else {
            answers.fill(number, with: AnswerQueue.Answer(WrittenReply(line: line)))
            return
        }
        outbound.append(line)
        giveReady(in: runtime)
    }

    func willWork(on number: Int) { longRequest = number }

    func answer(_ number: Int, written reply: WrittenReply, in runtime: isolated HouseRuntime) {
        if longRequest == number { longRequest = nil }
        guard context != nil else { return }
        runtime.turnTouched(self)
        answers.fill(number, with: AnswerQueue.Answer(reply))
        giveReady(in: runtime)
    }

    private func giveReady(in runtime: isolated HouseRuntime) {
        while let next = answers.popReady() {
            outbound.append(next.reply)
            begin(next.watch, in: runtime)
        }
    }

    private func begin(_ watch: Watched?, in runtime: isolated HouseRuntime) {
        guard let watch else { return }
        isWatching = true
        runtime.watch(watch, by: self)
    }

    /// Sends an event already written as JSON. A client that doesn't keep up is disconnected, rather than given a gap.
    func send(event line: [UInt8], in runtime: isolated HouseRuntime) {
        guard let context, !isClosing else { return }
        // Events that wait behind a long answer do not mean that the client is too slow.
        guard context.channel.isWritable || outbound.isLong, outbound.waiting < Self.maxUnread else {
            // Not at once: the same event is being sent to other clients.
            context.eventLoop.assumeIsolated().execute { self.cut() }
            return
        }
        outbound.append(line)
        runtime.turnTouched(self)
    }

    /// Writes as much as there is room for. The rest follows when there is room again: see `channelWritabilityChanged`.
    private func writeOut() {
        guard let context else { return }
        var hasWritten = false
        while let piece = outbound.next(isWritable: context.channel.isWritable) {
            write(piece, context)
            hasWritten = true
        }
        if hasWritten { context.flush() }
    }

    private func write(_ piece: Outbound.Piece, _ context: ChannelHandlerContext) {
        switch piece {
        case .short(let bytes), .long(let bytes, last: nil): context.write(wrapOutboundOut(bytes), promise: nil)
        case .long(let bytes, let reply?):
            let written = context.eventLoop.makePromise(of: Void.self)
            written.futureResult.whenComplete { [runtime] _ in runtime.free(reply) }
            context.write(wrapOutboundOut(bytes), promise: written)
        }
    }

    /// Sends what was written in the turn. Lines that had to wait are taken in a later turn, after those of other
    /// clients.
    func turnEnds() {
        writeOut()
        if mayResume, let context {
            isResuming = true
            context.eventLoop.assumeIsolated().execute {
                self.isResuming = false
                self.runtime.assumeIsolated { self.takeLines(in: $0) }
                self.endOwnTurn()
            }
        }
        closeIfDone()
    }

    private var mayResume: Bool {
        isPaused && !isResuming && !isClosing && longRequest == nil && answers.count < Self.maxOwed / 2
            && outbound.size + answers.heldBytes < Self.maxUnread
            && context?.channel.isWritable == true
    }

    // MARK: Closing

    private func closeIfDone() {
        if hasEnded, !isPaused, !isWatching, answers.count == 0 { close() }
    }

    /// Closes once everything written has been sent, or the client has left it unread for `patience`.
    func close() {
        guard let context, !isClosing else { return }
        isClosing = true
        cutOffLater(context)
        let allOut = context.eventLoop.makePromise(of: Void.self)
        allOut.futureResult.assumeIsolated().whenComplete { _ in self.context?.close(promise: nil) }
        while let piece = outbound.next(isWritable: true) { write(piece, context) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: allOut)
    }

    /// Closes as the daemon stops. What a client sends from now on is not read. One that has only just connected is told
    /// so, since its first request may be on its way: the next run of the daemon can answer it.
    func closeForStop(in runtime: isolated HouseRuntime) {
        if !hasSent { answer(answers.owe(), .fault(HouseRuntime.stoppingFault), in: runtime) }
        close()
    }

    /// Closes immediately and drops unsent data.
    private func cut() {
        outbound = Outbound()
        context?.close(promise: nil)
    }
}
