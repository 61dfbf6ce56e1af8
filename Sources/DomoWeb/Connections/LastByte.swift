import NIOCore

/// Passes the last byte of what is read separately, and announces it, before the decoder: if it completes no part, the
/// client has begun another one, which the decoder does not report.
final class LastByte: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let announce: () -> Void

    init(_ announce: @escaping () -> Void) { self.announce = announce }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if let others = bytes.readSlice(length: max(0, bytes.readableBytes - 1)), others.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(others))
        }
        announce()
        context.fireChannelRead(wrapInboundOut(bytes))
    }
}

@available(*, unavailable)
extension LastByte: Sendable {}
