import DomoKNXSim
import NIOCore

/// A client's TCP connection to the simulated interface.
final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let core: KNXCore
    private var stream: Int?

    init(core: KNXCore) { self.core = core }

    func channelActive(context: ChannelHandlerContext) { stream = core.streamOpened(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let stream else { return }
        core.handle(.stream(stream, Array(unwrapInboundIn(data).readableBytesView)))
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard let stream = stream.take() else { return }
        core.streamClosed(stream)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
