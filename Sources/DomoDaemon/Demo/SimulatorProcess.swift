import DomoLanguage
import DomoSystem
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// A running `domo-sim` that receives models. See `ModelFeed` in `DomoSim` for the format.
final class SimulatorProcess: Sendable {
    /// What to simulate.
    struct Model: Sendable {
        /// House files.
        var files: [[UInt8]]
        /// The names of houses in them that are not simulated.
        var others: Set<String>
    }

    /// The URLs that it listens on.
    struct Addresses: Sendable {
        /// The HTTP server.
        var server: String
        /// `knx://127.0.0.1:3671`
        var knx: String
    }

    /// The ports that it listens on; 0 lets the system choose.
    struct Ports: Sendable {
        var server = 0
        var knx = 0
    }

    /// The maximum time to load a model.
    private static let patience: TimeAmount = .seconds(20)
    /// The maximum time to end after its input is closed.
    private static let farewell = TimeAmount(StopBudget.simulator)

    private let channel: any Channel
    private let lines: Lines
    /// Completes when the process has ended, by itself or after `stop`: how it ended, for people.
    let ending: EventLoopFuture<String>

    private init(program: ChildProgram, channel: any Channel, lines: Lines) {
        self.channel = channel
        self.lines = lines
        // Once its standard output is closed, it ends or hangs.
        ending = channel.closeFuture.flatMap { Self.ending(of: program, on: channel.eventLoop) }
    }

    private static func ending(of program: ChildProgram, on eventLoop: any EventLoop) -> EventLoopFuture<String> {
        // Once it has been reaped, another process may get its pid.
        let isReaped = Mutex(false)
        let killer = eventLoop.scheduleTask(in: farewell) {
            isReaped.withLock { if !$0 { kill(program.pid, SIGKILL) } }
        }
        let ending = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
            let ending = program.waitForEnd()
            isReaped.withLock { $0 = true }
            return ending
        }
        ending.whenComplete { _ in killer.cancel() }
        return ending
    }

    /// - Parameter onSignal: called with a line for each signal and telegram, on an event loop of the group: it must
    ///   not block.
    static func start(
        _ ports: Ports,
        group: any EventLoopGroup,
        onSignal: @escaping @Sendable (String) -> Void
    ) async throws(Fault) -> SimulatorProcess {
        let path = try SimulatorProgram.find()
        let lines = Lines(onSignal: onSignal)
        do {
            let options = ["--port", String(ports.server), "--knx", "--knx-port", String(ports.knx)]
            let program = try ChildProgram.start(path, ["-"] + options, environment: SimulatorProgram.environment)
            let channel = try await NIOPipeBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(lines) }
                }
                .takingOwnershipOfDescriptors(input: program.output, output: program.input).get()
            return SimulatorProcess(program: program, channel: channel, lines: lines)
        } catch let fault as FileBytes.Fault {
            throw Fault(.unreachable, "--demo: can't start \(path): \(fault.message)")
        } catch {
            throw Fault(.unreachable, "--demo: can't start \(path): \(error)")
        }
    }

    /// Returns once the houses of the model can be controlled.
    ///
    /// - Returns: the addresses that it listens on, for the first model; nil for later ones.
    @discardableResult
    func load(_ model: Model) async throws(Fault) -> Addresses? {
        var bytes = ByteBuffer()
        for file in model.files { bytes.writePart("file", file) }
        for name in model.others { bytes.writePart("without", Array(name.utf8)) }
        bytes.writePart("load", [])
        let answer = channel.eventLoop.makePromise(of: Lines.Answer.self)
        let timer = channel.eventLoop.scheduleTask(in: Self.patience) {
            answer.fail(Fault(.unreachable, "the simulated house did not load its model in time"))
        }
        lines.expect(answer)
        channel.writeAndFlush(bytes, promise: nil)
        let result: Lines.Answer
        do {
            result = try await answer.futureResult.get()
            timer.cancel()
        } catch {
            timer.cancel()
            throw error as? Fault ?? Fault(.unreachable, "the simulated house ended: \(error)")
        }
        switch result {
        case .listening(let addresses): return addresses
        case .loaded: return nil
        case .refused: throw Fault(.badModel, "the simulated house rejected the house files; see the log")
        }
    }

    /// Closes its input, which ends it.
    func stop() { channel.close(promise: nil) }
}

extension SimulatorProcess {
    /// Reads its output: answers to models, and signals.
    private final class Lines: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        /// The answer to a model.
        enum Answer: Sendable {
            /// To the first model.
            case listening(Addresses)
            case loaded
            case refused
        }

        private static let listening = "listening on "

        private struct State {
            var buffer = LineBuffer()
            var expected: [EventLoopPromise<Answer>] = []
            var isClosed = false
            /// The address in the first of the two address lines.
            var server: String?
        }

        private let state = Mutex(State())
        private let onSignal: @Sendable (String) -> Void

        init(onSignal: @escaping @Sendable (String) -> Void) {
            self.onSignal = onSignal
        }

        func expect(_ answer: EventLoopPromise<Answer>) {
            let isClosed = state.withLock { state in
                if !state.isClosed { state.expected.append(answer) }
                return state.isClosed
            }
            if isClosed { answer.fail(ChannelError.ioOnClosedChannel) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            state.withLock { $0.buffer.append(bytes) }
            while let line = state.withLock({ $0.buffer.next() }) {
                guard case .text(let text) = line else { continue }
                switch text {
                case "loaded": answer(.loaded)
                case "refused": answer(.refused)
                case _ where text.hasPrefix(Self.listening): takeAddress(String(text.dropFirst(Self.listening.count)))
                default: onSignal(text)
                }
            }
        }

        /// The server's address comes first, then the interface's.
        private func takeAddress(_ url: String) {
            let server = state.withLock { state in
                if url.hasPrefix("knx://") { return state.server.take() }
                state.server = url
                return nil
            }
            if let server { answer(.listening(Addresses(server: server, knx: url))) }
        }

        private func answer(_ answer: Answer) {
            let promise = state.withLock { $0.expected.isEmpty ? nil : $0.expected.removeFirst() }
            promise?.succeed(answer)
        }

        func channelInactive(context: ChannelHandlerContext) {
            let expected = state.withLock { state in
                state.isClosed = true
                defer { state.expected = [] }
                return state.expected
            }
            for answer in expected { answer.fail(ChannelError.eof) }
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func writePart(_ kind: String, _ bytes: [UInt8]) {
        writeString("\(kind) \(bytes.count)\n")
        writeBytes(bytes)
    }
}
