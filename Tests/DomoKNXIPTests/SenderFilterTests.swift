import DomoKNX
import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import DomoKNXIP

/// The filter of the kernel, on real sockets.
struct SenderFilterTests {
    private final class Reader: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>
        // Used on the event loop alone.
        var texts: [String] = []
        var last: EventLoopPromise<Void>?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data).data)
            texts.append(text)
            if text == "last" { last?.succeed() }
        }
    }

    private static func sender(_ host: String, _ loop: any EventLoop) async throws -> any Channel {
        try await DatagramBootstrap(group: loop).bind(host: host, port: 0).get()
    }

    /// - Parameter acceptsPorts: whether each port of the host is accepted.
    @Test(arguments: [false, true])
    func othersAreDroppedAndCounted(acceptsPorts: Bool) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let reader = Reader()
        let last = loop.makePromise(of: Void.self)
        reader.last = last
        let receiver = try await DatagramBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(reader) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let peer = try await Self.sender("127.0.0.1", loop)
        let neighbour = try await Self.sender("127.0.0.1", loop)
        let stranger = try await Self.sender("127.0.0.2", loop)
        let port = UInt16(try #require(peer.localAddress?.port))
        // The right one comes second.
        let senders = [
            DomoKNX.SocketAddress(host: 0x0A00_0001, port: 0),
            DomoKNX.SocketAddress(host: 0x7F00_0001, port: acceptsPorts ? 0 : port),
        ]
        try await loop.flatSubmit {
            SenderFilter(senders).attach(to: receiver) ?? loop.makeSucceededVoidFuture()
        }.get()
        let target = try #require(receiver.localAddress)
        func send(_ text: String, _ channel: any Channel) async throws {
            try await channel.writeAndFlush(
                AddressedEnvelope(remoteAddress: target, data: ByteBuffer(string: text))
            ).get()
        }
        for _ in 0..<50 { try await send("stranger", stranger) }
        try await send("neighbour", neighbour)
        try await send("peer", peer)
        try await send("last", peer)
        try await last.futureResult.get()
        let texts = try await loop.submit { reader.texts }.get()
        #expect(texts == (acceptsPorts ? ["neighbour", "peer", "last"] : ["peer", "last"]))
        let drops = try await loop.flatSubmit {
            SenderFilter.drops(of: receiver) ?? loop.makeSucceededFuture(0)
        }.get()
        #expect(drops == (acceptsPorts ? 50 : 51))
        for channel in [receiver, peer, neighbour, stranger] { try await channel.close() }
    }
}
