import NIOCore
import NIOPosix

/// `domo-bench echo-server PATH`: echoes each line, on one thread, with a single NIO channel handler: the minimum cost
/// of a control socket.
enum EchoServer {
    static func run(path: String) throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(EchoHandler()) }
            }
            .bind(unixDomainSocketPath: path).wait()
        try channel.closeFuture.wait()
    }
}

private final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var lines = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        lines.writeBuffer(&bytes)
        while let end = lines.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = lines.readSlice(length: end - lines.readerIndex + 1) else { break }
            context.write(wrapOutboundOut(line), promise: nil)
        }
        if lines.readableBytes == 0 { lines = ByteBuffer() }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
