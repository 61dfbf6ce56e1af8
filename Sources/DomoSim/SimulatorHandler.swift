import NIOCore
import NIOHTTP1

/// One connection to the simulator. The preceding pipeline delivers one request at a time.
final class SimulatorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum length of a body in bytes. Bodies are ignored.
    private static let maxBodyLength = 65_536

    private let core: SimulatorCore
    private var head: HTTPRequestHead?
    private var bodyLength = 0

    init(core: SimulatorCore) { self.core = core }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            bodyLength = 0
        case .body(let bytes):
            bodyLength += bytes.readableBytes
            guard bodyLength > Self.maxBodyLength, let head = head.take() else { return }
            write(.text(413, "the body is too long; a signal needs none"), to: head, mayKeep: false, context: context)
        case .end:
            guard let head = head.take() else { return }
            answer(head, context: context)
        }
    }

    private func answer(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
        let response = core.respond(method: head.method.rawValue, target: head.uri)
        let delay = core.latency + TimeAmount(response.delay)
        guard delay > .zero else { return finish(response.answer, to: head, context: context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            guard context.channel.isActive else { return }
            self.finish(response.answer, to: head, context: context)
        }
    }

    private func finish(_ answer: Answer?, to head: HTTPRequestHead, context: ChannelHandlerContext) {
        if let answer {
            write(answer, to: head, mayKeep: true, context: context)
        } else {
            context.close(promise: nil)
        }
    }

    private func write(_ answer: Answer, to head: HTTPRequestHead, mayKeep: Bool, context: ChannelHandlerContext) {
        var headers = HTTPHeaders()
        if answer.status != 204 { headers.add(name: "Content-Length", value: String(answer.body.count)) }
        if let type = answer.contentType { headers.add(name: "Content-Type", value: type) }
        if let allow = answer.allow { headers.add(name: "Allow", value: allow) }
        if let seconds = answer.retryAfter { headers.add(name: "Retry-After", value: String(seconds)) }
        let isKept = mayKeep && head.isKeepAlive
        if !isKept { headers.add(name: "Connection", value: "close") }
        let response = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: answer.status),
            headers: headers
        )
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        if !answer.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        }
        let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if !isKept {
            let channel = context.channel
            end.whenComplete { _ in channel.close(promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
