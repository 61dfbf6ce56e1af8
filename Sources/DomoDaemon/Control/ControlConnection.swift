import DomoEngine
import DomoLanguage
import NIOCore

/// One client of the control socket.
///
/// The cost of a client is limited: no more of its lines are handled while it is owed `maxOwed` answers, or leaves
/// `maxUnread` bytes of them unread, or while its account leaves more unread than it has room for (`AnswerRoom`). A client
/// that leaves them unread for `patience`, or falls behind with its events, is disconnected. A client that has been idle
/// for long is closed when another one needs its place: see `ClientQuota`.
///
/// What it may use of memory: see `AnswerRoom`. The kernel's socket buffers are extra.
///
/// The event loop reads from all clients, at most 4 KiB of each (`reads`), before the lines of any are handled: see
/// `HouseRuntime.takeTurns`. So the lines of a client that is gone are not handled: its end was read with them.
///
/// Nothing is flushed except at the end of a turn: a flush may immediately bring new input or the end of the
/// connection.
final class ControlConnection: ChannelInboundHandler, Client, @unchecked Sendable {
    // Sendable because it is used only on its channel's event loop, which is the executor of the runtime, the only
    // other owner.
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let maxOwed = 1024
    /// The bytes that may wait for the client before it counts as not reading.
    static let maxUnread = 1024 * 1024
    /// The answers to orders in a turn of an account without room, in bytes.
    private static let maxUncounted = 4096
    static let reads = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 4096)
    /// Small: what waits in the channel is counted only beyond it.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 4096, high: 8192)

    private var identity: ConnectionIdentity
    private let runtime: HouseRuntime
    private var context: ChannelHandlerContext?
    private var lines = LineBuffer()
    private var answers = AnswerQueue()
    private var outbound = Outbound()
    /// The request whose answer is being computed.
    private var longRequest: Int?
    /// A request that waits for room for its answer.
    private var held: (request: Request, line: String)?
    private var isPaused = false
    /// Whether it waits for its turn, or for room.
    private var isQueued = false
    private var isParked = false
    private var isWritingOut = false
    /// What is counted for it, in bytes.
    private var countedUnread = 0
    private var countedInput = 0
    /// Whether the channel reads automatically. Cached, since setting the option costs a future.
    private var isReading = true
    private var hasEnded = false
    /// Whether the client has sent anything.
    private var hasSent = false
    private var isWatching = false
    private var isClosing = false
    private var heardAt = NIODeadline.now()
    private var patience = Patience()

    /// - Parameter names: provides the user's name, now or later.
    init(runtime: HouseRuntime, principal: Principal, names: UserNames) {
        self.runtime = runtime
        identity = ConnectionIdentity(principal, names: names)
    }

    var peer: Principal { identity.peer }
    var principal: Principal { identity.principal }
    func become(_ principal: Principal?) { identity.become(principal) }
    var account = ClientQuota.Account.user(.max)

    var idleSince: NIODeadline? {
        isWatching || isClosing || isQueued || isPaused || answers.count > 0 || longRequest != nil ? nil : heardAt
    }

    // MARK: Input

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        identity.nameUser()
        runtime.assumeIsolated { runtime in
            guard let fault = runtime.opened(self) else {
                if runtime.clients.isCrowd(account) { self.context?.limitSendBuffer() }
                return
            }
            answer(answers.owe(), .fault(fault), in: runtime)
            close()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        patience.end()
        self.context = nil
        runtime.assumeIsolated { $0.closed(self) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heardAt = .now()
        hasSent = true
        guard !isClosing else { return }
        lines.append(unwrapInboundIn(data))
        runtime.assumeIsolated { runtime in
            if lines.count > LineBuffer.small { noteInput(in: runtime) }
            // It has been read before its turn: the rest waits in its socket.
            if isQueued || isPaused { read(false) } else { queue(in: runtime) }
        }
    }

    private func noteInput(in runtime: isolated HouseRuntime) {
        countedInput = lines.count > LineBuffer.small ? lines.count : 0
        guard !runtime.noteInput(countedInput, of: self) else { return }
        lines = LineBuffer()
        countedInput = 0
        _ = runtime.noteInput(0, of: self)
        answer(answers.owe(), .fault(.tooManyLines), in: runtime)
        close()
    }

    private func queue(in runtime: isolated HouseRuntime) {
        guard !isQueued, context != nil else { return }
        isQueued = true
        runtime.needsTurn(self)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        runtime.assumeIsolated { $0.endTurnSoon() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        hasEnded = true
        runtime.assumeIsolated { runtime in
            if !isPaused { queue(in: runtime) }
            runtime.endTurnSoon()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable, !isWritingOut else { return }
        // It reads.
        if !isClosing { patience.end() }
        // Not at once: this may be called from the flush at the end of a turn.
        context.eventLoop.assumeIsolated().execute { self.endOwnTurn() }
    }

    private func endOwnTurn() {
        runtime.assumeIsolated { runtime in
            runtime.turnTouched(self)
            runtime.endTurnSoon()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func takeTurn(_ slice: inout TurnSlice, in runtime: isolated HouseRuntime) -> Bool {
        (isQueued, isParked) = (false, false)
        // A client that was rejected, or is being closed, gives no more orders: it would not get the answers.
        guard context != nil, !isClosing else { return false }
        for _ in 0..<TurnSlice.lines {
            let before = outbound.size
            guard takeLine(in: runtime) else {
                endTurn(in: runtime)
                return false
            }
            slice.count(bytes: max(0, outbound.size - before))
            if slice.isOver { break }
        }
        if countedInput > 0 { noteInput(in: runtime) }
        isQueued = true
        return true
    }

    /// Lines are handled, or have to wait.
    private func endTurn(in runtime: isolated HouseRuntime) {
        if countedInput > 0 { noteInput(in: runtime) }
        if hasEnded || isPaused { runtime.turnTouched(self) }
        read(!isPaused && !hasEnded)
    }

    /// - Returns: false if there is none, or it has to wait.
    private func takeLine(in runtime: isolated HouseRuntime) -> Bool {
        guard context != nil, !isClosing else { return false }
        isPaused = longRequest != nil || answers.count >= Self.maxOwed || unread >= Self.maxUnread
        guard !isPaused else { return false }
        if !runtime.hasRoom(for: self) {
            // Whoever doesn't read gets nothing more. Others may give orders, but see first whether they read.
            if countedUnread > 0 { return park(in: runtime) }
            isPaused = outbound.size >= Self.maxUncounted
            guard !isPaused else { return false }
        }
        if let (request, line) = held {
            held = nil
            return handle(request, line, in: runtime)
        }
        if let reply = lines.next(knownTo: { readyReply(to: $0, in: runtime) }) {
            answer(answers.owe(), line: reply, in: runtime)
            return true
        }
        if let line = lines.next() { return handle(line, in: runtime) }
        if hasEnded, lines.hasPart {
            lines = LineBuffer()
            answer(answers.owe(), .fault(.incompleteLine), in: runtime)
        }
        return false
    }

    private func park(in runtime: isolated HouseRuntime) -> Bool {
        (isPaused, isParked) = (true, true)
        runtime.park(self)
        return false
    }

    private func read(_ mayRead: Bool) {
        guard mayRead != isReading else { return }
        isReading = mayRead
        context?.setReading(mayRead)
    }

    private func readyReply(to line: UnsafeRawBufferPointer, in runtime: isolated HouseRuntime) -> ByteBuffer? {
        guard identity.seesEverything(in: runtime), runtime.hasRoom(for: self) else { return nil }
        return runtime.readyReply(to: line)
    }

    /// - Returns: false if it has to wait.
    private func handle(_ line: LineBuffer.Line, in runtime: isolated HouseRuntime) -> Bool {
        switch line {
        case .text(let text):
            do throws(Fault) {
                guard let request = try RequestParser.parse(text) else { return true }
                return handle(request, text, in: runtime)
            } catch {
                answer(answers.owe(), .fault(error), in: runtime)
            }
        case .tooLong: answer(answers.owe(), .fault(.lineTooLong), in: runtime)
        case .notUTF8: answer(answers.owe(), .fault(.lineNotUTF8), in: runtime)
        }
        return true
    }

    /// - Returns: false if it has to wait, since its account has not read the answers before.
    private func handle(_ request: Request, _ line: String, in runtime: isolated HouseRuntime) -> Bool {
        guard request.isOrder || runtime.hasRoom(for: self) else {
            held = (request, line)
            return park(in: runtime)
        }
        let number = answers.owe()
        identity.nameUser()
        if let reply = runtime.answerAtOnce(request, line: line, by: principal) {
            answer(number, line: reply, in: runtime)
        } else {
            runtime.request(request, from: self, number: number)
        }
        return true
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
        guard outbound.waiting == 0 || outbound.waiting < Self.maxUnread && runtime.hasRoom(for: self) else {
            // Not at once: the same event is being sent to other clients.
            context.eventLoop.assumeIsolated().execute { self.cut() }
            return
        }
        outbound.append(line)
        runtime.turnTouched(self)
    }

    /// What the client has not read yet, in bytes, except what fits below the water mark.
    private var unread: Int { outbound.size + answers.heldBytes + (context?.unread ?? 0) }

    /// Writes as much as there is room for. The rest follows when there is room again: see `channelWritabilityChanged`.
    private func writeOut() {
        isWritingOut = true
        defer { isWritingOut = false }
        var hasWritten = false
        // A flush may end the connection.
        while let context, let piece = outbound.next(isWritable: context.channel.isWritable) {
            context.write(piece, of: runtime)
            hasWritten = true
            guard !context.channel.isWritable else { continue }
            context.flush()
            hasWritten = false
        }
        if hasWritten { context?.flush() }
    }

    /// Sends what was written in the turn. Lines that had to wait are taken in a later turn, after those of other
    /// clients.
    func turnEnds() {
        writeOut()
        guard let context, !isClosing else { return }
        let unread = unread
        runtime.assumeIsolated { runtime in
            if unread != countedUnread { runtime.noteUnread(unread, of: self) }
            countedUnread = unread
            guard mayResume else { return }
            queue(in: runtime)
            runtime.endTurnSoon()
        }
        // A client that can't be given more, since it leaves unread what it has.
        if unread >= Self.maxUnread || unread > 0 && isPaused && longRequest == nil {
            patience.start(on: context.eventLoop) { self.cut() }
        } else {
            patience.end()
        }
        closeIfDone()
    }

    private var mayResume: Bool {
        isPaused && !isQueued && !isParked && longRequest == nil && answers.count < Self.maxOwed / 2
            && unread < Self.maxUnread / 4
    }

    // MARK: Closing

    private func closeIfDone() {
        if hasEnded, !isQueued, !isPaused, !isWatching, answers.count == 0 { close() }
    }

    /// Closes once everything written has been sent, or the client has left it unread for `patience`.
    func close() {
        guard let context, !isClosing else { return }
        isClosing = true
        patience.start(on: context.eventLoop) { self.cut() }
        let allOut = context.eventLoop.makePromise(of: Void.self)
        allOut.futureResult.assumeIsolated().whenComplete { _ in self.context?.close(promise: nil) }
        while let piece = outbound.next(isWritable: true) { context.write(piece, of: runtime) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: allOut)
    }

    /// Closes as the daemon stops. One that has only just connected is told so, since its first request may be on its way:
    /// the next run of the daemon can answer it.
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
