import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on a loopback port that records requests, and answers with raw bytes, so that answers can be invalid.
final class TestServer: Sendable {
    struct Request: Sendable {
        var method: String
        var uri: String
        var headers: [String: String]
        var body: String

        var bodyLength: Int { body.utf8.count }
    }

    enum Answer: Sendable {
        case bytes(String)
        case bytesThenClose(String)
        case late(TimeAmount, String)
        case never
        /// A head, then an endless body.
        case endless(String)
        /// A text, then another one again and again.
        case repeating(String, after: String)

        static let noContent = Answer.bytes("HTTP/1.1 204 No Content\r\n\r\n")

        static func json(_ text: String, headers: String = "") -> Answer {
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(headers)"
                    + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
            )
        }

        static func status(_ line: String, headers: String = "") -> Answer {
            .bytes("HTTP/1.1 \(line)\r\n\(headers)Content-Length: 0\r\n\r\n")
        }
    }

    let channel: any Channel
    private let seen = Mutex<[Request]>([])
    private let connections = Mutex(0)
    /// One for each connection that the server accepted, which is later than the kernel.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    private init(channel: any Channel) {
        self.channel = channel
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    private func noteConnection() {
        connections.withLock { $0 += 1 }
        arrival.yield()
    }

    var port: Int { channel.localAddress!.port! }
    var url: String { "http://127.0.0.1:\(port)/signal" }
    var requests: [Request] { seen.withLock { $0 } }
    var connectionCount: Int { connections.withLock { $0 } }

    /// Runs a body with a server, and closes the server afterwards.
    static func run<Result>(
        _ answer: @escaping @Sendable (Request) -> Answer,
        body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let box = Mutex<TestServer?>(nil)
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = ByteToMessageHandler(HTTPRequestDecoder())
                    try channel.pipeline.syncOperations.addHandler(decoder)
                    try channel.pipeline.syncOperations.addHandler(
                        AnsweringHandler(answer: answer) { request in
                            box.withLock { $0 }?.seen.withLock { $0.append(request) }
                        }
                    )
                    box.withLock { $0 }?.noteConnection()
                }
            }
        let server = TestServer(channel: try await bootstrap.bind(host: "127.0.0.1", port: 0).get())
        box.withLock { $0 = server }
        do {
            let result = try await body(server)
            try await server.channel.close()
            return result
        } catch {
            try await server.channel.close()
            throw error
        }
    }
}

private final class AnsweringHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let answer: @Sendable (TestServer.Request) -> TestServer.Answer
    private let record: @Sendable (TestServer.Request) -> Void
    private var request: TestServer.Request?

    init(
        answer: @escaping @Sendable (TestServer.Request) -> TestServer.Answer,
        record: @escaping @Sendable (TestServer.Request) -> Void
    ) {
        self.answer = answer
        self.record = record
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
            request = TestServer.Request(
                method: head.method.rawValue,
                uri: head.uri,
                headers: Dictionary(headers) { $0 + ", " + $1 },
                body: ""
            )
        case .body(let bytes): request?.body += String(buffer: bytes)
        case .end:
            guard let request = request.take() else { return }
            record(request)
            carryOut(answer(request), context: context)
        }
    }

    private func carryOut(_ answer: TestServer.Answer, context: ChannelHandlerContext) {
        let channel = context.channel
        switch answer {
        case .bytes(let text): channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        case .bytesThenClose(let text):
            channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
        case .late(let delay, let text):
            channel.eventLoop.scheduleTask(in: delay) { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        case .never: break
        case .endless(let head):
            channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
            writeOn(channel, ByteBuffer(repeating: 0x78, count: 8192))
        case .repeating(let text, let head):
            channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
            writeOn(channel, ByteBuffer(string: String(repeating: text, count: 1 + 65_536 / text.utf8.count)))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

private func writeOn(_ channel: any Channel, _ chunk: ByteBuffer) {
    channel.writeAndFlush(chunk).whenSuccess { writeOn(channel, chunk) }
}
