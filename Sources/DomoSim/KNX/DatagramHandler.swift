import DomoKNX
import DomoKNXSim
import NIOCore

/// A UDP socket of the simulated interface.
final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    enum Use: Equatable, Sendable {
        /// Of clients.
        case datagram
        /// What comes to the multicast group.
        case group
        /// What goes to the multicast group.
        case routing(to: NIOCore.SocketAddress)
        /// No datagrams: connections are accepted.
        case listening
    }

    private let core: KNXCore
    private let use: Use

    init(core: KNXCore, use: Use) { (self.core, self.use) = (core, use) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        guard let sender = DomoKNX.SocketAddress(envelope.remoteAddress) else { return }
        let octets = Array(envelope.data.readableBytesView)
        switch use {
        case .datagram: core.take(.datagram(octets, from: sender))
        case .group: core.takeMulticast(octets, from: sender)
        // Answers to what the router sent to the group; it sends nothing there that is answered.
        case .routing, .listening: break
        }
    }

    /// A client that has gone (ICMP port unreachable) is no fault of the socket.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
