import Glibc
import NIOCore
import NIOPosix

/// Makes an event loop read what has arrived before it goes on. It reads only when no task is due, however short its pauses
/// are on a busy machine: so what goes on later is an event of a socket too, which is read in one go with all others.
final class ReadFirst: Sendable {
    private let end: CInt

    private init(_ end: CInt) { self.end = end }

    deinit { close(end) }

    /// - Parameter goOn: called on the event loop after each `request`, among the events of other sockets.
    static func start(on eventLoop: any EventLoop, goOn: @escaping @Sendable () -> Void) async throws -> ReadFirst {
        var ends: [CInt] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw IOError(errnoCode: errno, reason: "socketpair") }
        let requests = ReadFirst(ends[1])
        _ = try await ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Requests(goOn))
                }
            }
            .withConnectedSocket(ends[0]).get()
        return requests
    }

    /// - Returns: false if it is not possible.
    func request() -> Bool {
        withUnsafeBytes(of: UInt8(0)) { send(end, $0.baseAddress, 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == 1 }
    }

    private final class Requests: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let goOn: @Sendable () -> Void

        init(_ goOn: @escaping @Sendable () -> Void) { self.goOn = goOn }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { goOn() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
