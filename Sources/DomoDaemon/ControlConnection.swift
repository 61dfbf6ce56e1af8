import DomoEngine
import DomoLanguage
import NIOCore

/// One client of the control socket.
///
/// What a client may cost is bounded: it owes at most `mostOwed` answers before its lines are read on, its lines are not
/// read while it doesn't read its answers, and one that leaves them unread for `patience`, or that falls behind with its
/// events, is cut off.
final class ControlConnection: ChannelInboundHandler, @unchecked Sendable {
    // Sendable because it is used on its channel's event loop alone, which is the executor of the runtime, the only other
    // part that knows it.
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let mostOwed = 1024
    static let patience: TimeAmount = .seconds(30)
    /// Bytes that may wait for the client before it counts as one that doesn't read.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 256 * 1024, high: 1024 * 1024)
    /// Written out when it has grown to this, or at the end of the turn.
    private static let portion = 64 * 1024

    let user: String
    private let runtime: HouseRuntime
    private var context: ChannelHandlerContext?
    private var lines = LineBuffer()
    private var answers = AnswerQueue()
    private var outbound = ByteBuffer()
    private var isPaused = false
    /// Whether the channel reads on by itself: it is told only where that changes, since each telling costs a future.
    private var isReading = true
    private var hasEnded = false
    private var isWatching = false
    private var cutOff: Scheduled<Void>?

    init(runtime: HouseRuntime, user: String) {
        self.runtime = runtime
        self.user = user
    }

    // MARK: What comes in

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        let isWelcome = runtime.assumeIsolated { $0.opened(self) }
        if !isWelcome {
            write(.fault(Fault(.busy, "too many clients are connected", hint: "close some, then try again")))
            close()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        cutOff?.cancel()
        self.context = nil
        runtime.assumeIsolated { $0.closed(self) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lines.append(unwrapInboundIn(data))
        takeLines()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        runtime.assumeIsolated { $0.endTurn() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        hasEnded = true
        takeLines()
        runtime.assumeIsolated { $0.endTurn() }
        closeIfDone()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            cutOff?.cancel()
            cutOff = nil
            resume()
            runtime.assumeIsolated { $0.endTurn() }
        } else if cutOff == nil {
            cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { self.cut() }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func takeLines() {
        while context != nil {
            isPaused = answers.count >= Self.mostOwed || context?.channel.isWritable == false
            if isPaused { break }
            guard let line = lines.next() else {
                if hasEnded, lines.hasPart {
                    lines = LineBuffer()
                    refuse(
                        "the last line has no end",
                        hint: "end each line with a line feed; a cut line is not carried out"
                    )
                }
                break
            }
            take(line)
        }
        let mayRead = !isPaused && !hasEnded
        guard mayRead != isReading else { return }
        isReading = mayRead
        context?.channel.setOption(.autoRead, value: mayRead).whenFailure { _ in }
    }

    private func take(_ line: LineBuffer.Line) {
        switch line {
        case .text(let text):
            do throws(Fault) {
                guard let request = try RequestParser.parse(text) else { return }
                let number = answers.owe()
                runtime.assumeIsolated { $0.request(request, from: self, number: number) }
            } catch {
                answer(answers.owe(), .fault(error))
            }
        case .tooLong: refuse("the line is longer than \(LineBuffer.longestLine) bytes", hint: "it was not carried out")
        case .notUTF8: refuse("the line is not UTF-8", hint: "it was not carried out")
        }
    }

    private func refuse(_ message: String, hint: String) {
        answer(answers.owe(), .fault(Fault(.badLine, message, hint: hint)))
    }

    // MARK: What goes out

    func answer(_ number: Int, _ reply: Reply) {
        guard context != nil else { return }
        answers.answer(number, reply) { reply in
            if case .watching = reply { isWatching = true }
            write(reply)
        }
    }

    /// Sends an event already written as JSON. A client that doesn't keep up is cut off: it would see a gap otherwise.
    func send(event line: [UInt8]) {
        guard let context else { return }
        guard context.channel.isWritable else { return cut() }
        outbound.writeBytes(line)
        runtime.assumeIsolated { noteOutbound(in: $0) }
    }

    private func write(_ reply: Reply) {
        runtime.assumeIsolated { runtime in
            runtime.json.reset()
            reply.write(to: &runtime.json)
            runtime.json.newline()
            outbound.writeBytes(runtime.json.bytes)
            noteOutbound(in: runtime)
        }
    }

    private func noteOutbound(in runtime: isolated HouseRuntime) {
        if outbound.readableBytes >= Self.portion { writeOut() } else { runtime.turnTouched(self) }
    }

    private func writeOut() {
        guard let context, outbound.readableBytes > 0 else { return }
        let bytes = outbound
        outbound = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    /// At the end of a turn: what was written goes out, and lines that had to wait may be taken.
    func turnEnds() {
        writeOut()
        resume()
        closeIfDone()
    }

    private func resume() {
        guard isPaused, answers.count < Self.mostOwed / 2, context?.channel.isWritable == true else { return }
        takeLines()
    }

    // MARK: The end

    private func closeIfDone() {
        if hasEnded, !isPaused, !isWatching, answers.count == 0, outbound.readableBytes == 0 { close() }
    }

    /// Closes once all that was written has gone out.
    func close() {
        guard let context else { return }
        writeOut()
        context.close(promise: nil)
    }

    /// Closes at once; what was written is lost.
    private func cut() {
        outbound = ByteBuffer()
        context?.close(promise: nil)
    }
}
