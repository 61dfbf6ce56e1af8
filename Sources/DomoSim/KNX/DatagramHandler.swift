import DomoKNX
import DomoKNXSim
import NIOCore

/// A UDP socket of the simulated interface.
final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    enum Use: Equatable, Sendable {
        /// For clients.
        case datagram
        /// Receives from the multicast group.
        case group
        /// Sends to the multicast group.
        case routing(to: NIOCore.SocketAddress)
        /// Accepts TCP connections.
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
        case .datagram: core.handle(.datagram(octets, from: sender))
        case .group: core.takeMulticast(octets, from: sender)
        // The router sends nothing to the group that would be answered.
        case .routing, .listening: break
        }
    }

    /// Ignored: a client that has gone (ICMP port unreachable) is not an error of the socket.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
