import DomoKNX
import DomoSystem
import Glibc
import NIOCore
import NIOPosix

/// The socket of a connection, reopened on request. It belongs to one event loop.
final class BusSocket {
    /// Receives the events of the socket. Called on the event loop.
    typealias Report = (BusInput) -> Void

    private let eventLoop: any EventLoop
    private let address: InterfaceAddress
    /// The name of the network interface for multicast; nil for that of the route.
    private let device: String?
    /// The network interface that the multicast socket uses.
    private var usedDevice: String?
    private static let deviceCheck: TimeAmount = .seconds(5)
    private static let dropCheck: TimeAmount = .seconds(5)
    private let report: Report
    /// The number of the current socket; reports of earlier sockets are dropped.
    private var generation = 0
    private var channels: [any Channel] = []
    /// The resolved address of the interface.
    private var remote: UInt32 = 0
    /// Where the interface was found instead of its configured address.
    var redirection: DomoKNX.SocketAddress?
    /// Whether the kernel drops what others send, and its last count of that.
    private var isRestricted = false
    private var drops: UInt32 = 0
    private var splitter = FrameSplitter()
    /// What is to be sent for the datagram that was read last.
    private var acknowledgement: (bytes: [UInt8], receiver: DomoKNX.SocketAddress)?
    /// The last addresses of datagrams. Nearly all datagrams have the same, and NIO's are expensive to create.
    private var lastReceiver: (address: DomoKNX.SocketAddress, inNIO: NIOCore.SocketAddress)?
    private var lastSender: (address: DomoKNX.SocketAddress, inNIO: NIOCore.SocketAddress)?

    init(_ address: InterfaceAddress, device: String?, on eventLoop: any EventLoop, report: @escaping Report) {
        self.address = address
        self.device = device
        self.eventLoop = eventLoop
        self.report = report
    }

    /// The address at which the interface is expected now.
    var target: DomoKNX.SocketAddress { redirection ?? DomoKNX.SocketAddress(host: remote, port: address.port) }

    // MARK: - Open and close

    func open() {
        close()
        let number = generation
        let (host, port) = (redirection.map { HostAddress.text($0.host) } ?? address.host, target.port)
        let eventLoop = eventLoop
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        if let device, let group = HostAddress.ipv4(host) {
            // Its address binds multicast to it, whatever the routes are.
            let own = NetworkDevice.address(named: device)
            return eventLoop.execute { box.value.resolved(own.map { (group, $0) }, number) }
        }
        // On its own thread, since a name lookup may block.
        HostAddress.resolve(host, port: port) { result in
            eventLoop.execute { box.value.resolved(result, number) }
        }
    }

    private func resolved(_ result: Result<HostAddress.Way, HostAddress.Fault>, _ number: Int) {
        guard number == generation else { return }
        switch result {
        case .failure(let fault): report(.closed(reason: fault.message))
        case .success(let hosts):
            remote = hosts.remote
            switch address.transport {
            case .udp: openUDP(hosts.own, number)
            case .tcp: openTCP(hosts.remote, hosts.own, number)
            case .routing: openRouting(hosts.remote, hosts.own, number)
            }
        }
    }

    func close() {
        generation += 1
        for channel in channels { channel.close(promise: nil) }
        channels = []
        (isRestricted, drops) = (false, 0)
        splitter = FrameSplitter()
        acknowledgement = nil
    }

    // MARK: - Transports

    private func datagrams(_ number: Int) -> DatagramBootstrap {
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        return DatagramBootstrap(group: eventLoop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(DatagramReader(socket: box.value, number))
            }
        }
    }

    private func openUDP(_ own: UInt32, _ number: Int) {
        // A second attempt to read, after nearly every datagram, would delay its event.
        // To the address of the route, so that nothing arrives from other networks.
        datagrams(number).channelOption(.maxMessagesPerRead, value: 1).bind(host: HostAddress.text(own), port: 0)
            .assumeIsolated().whenComplete { result in
                self.opened(result.map { [$0] }, own, number)
            }
    }

    private func openTCP(_ remote: UInt32, _ own: UInt32, _ number: Int) {
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(StreamReader(socket: box.value, number))
                }
            }
            .connect(host: HostAddress.text(remote), port: Int(target.port)).assumeIsolated().whenComplete { result in
                self.opened(result.map { [$0] }, own, number)
            }
    }

    /// Uses one socket to receive and one to send, so that domo's own datagrams can be recognised by their source
    /// endpoint even if other programs on this machine share the port.
    private func openRouting(_ group: UInt32, _ own: UInt32, _ number: Int) {
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        let (port, loop, host) = (Int(address.port), eventLoop, HostAddress.text(own))
        let groupText = HostAddress.text(group)
        let (multicast, device): (NIOCore.SocketAddress, NIONetworkDevice?)
        do {
            multicast = try NIOCore.SocketAddress(ipAddress: groupText, port: port)
            device = try System.enumerateDevices().first { $0.address?.ipAddress == host }
        } catch {
            return report(.closed(reason: Self.text(error)))
        }
        usedDevice = device?.name
        let hearing = datagrams(number)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(
                ChannelOptions.Types.SocketOption(level: .socket, name: .init(rawValue: SO_REUSEPORT)),
                value: 1
            )
            // The group, so that datagrams to this machine are left to a server on it.
            .bind(host: groupText, port: port)
            .flatMap { channel -> EventLoopFuture<any Channel> in
                guard let socket = channel as? any MulticastChannel else { return loop.makeSucceededFuture(channel) }
                let joined = socket.joinGroup(multicast, device: device)
                joined.whenFailure { _ in channel.close(promise: nil) }
                return joined.map { channel }
            }
        let sending = DatagramBootstrap(group: eventLoop)
            // The maximum number of IP router hops that KNX 03/08/05 proposes.
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_ttl), value: 16)
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_loop), value: 1)
            // It sends only; what somebody sends to it stays in its buffer.
            .channelOption(.autoRead, value: false)
            .bind(host: host, port: 0)
        hearing.and(sending).whenComplete { result in
            if case .failure = result {
                for socket in [hearing, sending] { socket.whenSuccess { $0.close(promise: nil) } }
            }
            box.value.opened(result.map { [$0.1, $0.0] }.mapError { $0 as any Error }, own, number)
            box.value.checkDevice(number)
        }
    }

    /// Closes the socket when its network interface can't be used any more: nothing else would show that telegrams are
    /// missed.
    private func checkDevice(_ number: Int) {
        guard number == generation, !channels.isEmpty, let usedDevice else { return }
        if let reason = NetworkDevice.fault(of: usedDevice) { return failed(reason, number) }
        eventLoop.assumeIsolated().scheduleTask(in: Self.deviceCheck) { self.checkDevice(number) }
    }

    private func opened(_ result: Result<[any Channel], any Error>, _ own: UInt32, _ number: Int) {
        switch result {
        case .failure(let error):
            guard number == generation else { return }
            report(.closed(reason: Self.text(error)))
        case .success(let channels):
            guard number == generation else {
                for channel in channels { channel.close(promise: nil) }
                return
            }
            self.channels = channels
            let port = channels.first?.localAddress?.port ?? 0
            let address = DomoKNX.SocketAddress(host: own, port: UInt16(port))
            report(.opened(address, peer: self.address.transport == .routing ? nil : target))
        }
    }

    // MARK: - Senders

    /// Lets the kernel drop what all others send. If it can't, what they send is still dropped when it is read.
    func restrict(to senders: [DomoKNX.SocketAddress]) {
        // The one that receives.
        guard let channel = channels.last else { return }
        _ = SenderFilter(senders).attach(to: channel)
        guard !isRestricted else { return }
        isRestricted = true
        countDrops(generation)
    }

    private func countDrops(_ number: Int) {
        guard number == generation, let channel = channels.last else { return }
        SenderFilter.drops(of: channel)?.assumeIsolated().whenSuccess { count in
            guard number == self.generation else { return }
            // From the opening of the socket, since a flood may have filled its buffer before. The counter wraps around.
            let new = count &- self.drops
            self.drops = count
            if new > 0 { self.report(.dropped(Int(new))) }
        }
        eventLoop.assumeIsolated().scheduleTask(in: Self.dropCheck) { self.countDrops(number) }
    }

    // MARK: - Bytes

    /// An acknowledgement waits for the end of this turn of the event loop, or for the next datagram: the interface gives
    /// it a second, and what the telegram causes goes first.
    func transmit(_ bytes: [UInt8], to address: DomoKNX.SocketAddress) {
        sendAcknowledgement()
        if self.address.transport == .udp, Self.isAcknowledgement(bytes) {
            acknowledgement = (bytes, address)
        } else {
            send(bytes, to: address)
        }
    }

    private func sendAcknowledgement() {
        guard let (bytes, address) = acknowledgement else { return }
        acknowledgement = nil
        send(bytes, to: address)
    }

    private func send(_ bytes: [UInt8], to address: DomoKNX.SocketAddress) {
        guard let channel = channels.first else { return }
        let buffer = channel.allocator.buffer(bytes: bytes)
        // Errors of a tunnel are ignored: unsent data is not acknowledged, and the connection handles that.
        if self.address.transport == .tcp { return channel.writeAndFlush(buffer, promise: nil) }
        guard let receiver = receiver(address) else { return }
        let datagram = AddressedEnvelope(remoteAddress: receiver, data: buffer)
        if self.address.transport == .udp { return channel.writeAndFlush(datagram, promise: nil) }
        if let reason = usedDevice.flatMap(NetworkDevice.fault) { return report(.unsent(reason: reason)) }
        let number = generation
        channel.writeAndFlush(datagram).assumeIsolated().whenComplete { result in self.wrote(result, number) }
    }

    /// TUNNELLING_ACK (KNX 03/08/04 Tunnelling, 2.6.1), which is only sent for a datagram that was read.
    private static func isAcknowledgement(_ bytes: [UInt8]) -> Bool { bytes.count > 4 && bytes[2...3] == [0x04, 0x21] }

    /// Over multicast nothing is acknowledged, so that the connection has to know what the system took.
    private func wrote(_ result: Result<Void, any Error>, _ number: Int) {
        guard number == generation else { return }
        switch result {
        case .success: report(.transmitted)
        case .failure(let error): report(.unsent(reason: "can't send to \(address.host): \(Self.text(error))"))
        }
    }

    private func receiver(_ address: DomoKNX.SocketAddress) -> NIOCore.SocketAddress? {
        var address = address
        if address.host == 0 { address.host = remote }
        if let lastReceiver, lastReceiver.address == address { return lastReceiver.inNIO }
        // The four numbers of an IPv4 address are always one.
        guard
            let receiver = try? NIOCore.SocketAddress(
                ipAddress: HostAddress.text(address.host),
                port: Int(address.port)
            )
        else {
            return nil
        }
        lastReceiver = (address, receiver)
        return receiver
    }

    private func sender(_ address: NIOCore.SocketAddress) -> DomoKNX.SocketAddress? {
        if let lastSender, lastSender.inNIO == address { return lastSender.address }
        guard let sender = DomoKNX.SocketAddress(address) else { return nil }
        lastSender = (sender, address)
        return sender
    }

    fileprivate func read(_ bytes: [UInt8], from address: NIOCore.SocketAddress, _ number: Int) {
        guard number == generation, let source = sender(address) else { return }
        report(.received(bytes, from: source))
        // After what the report has put on the event loop.
        if acknowledgement != nil { eventLoop.assumeIsolated().execute { self.sendAcknowledgement() } }
    }

    fileprivate func read(stream bytes: [UInt8], from address: NIOCore.SocketAddress?, _ number: Int) {
        guard number == generation else { return }
        let source = address.flatMap { DomoKNX.SocketAddress($0) } ?? DomoKNX.SocketAddress(host: 0, port: 0)
        for piece in splitter.split(bytes) {
            guard number == generation else { return }
            switch piece {
            case .frame(let frame): report(.received(frame, from: source))
            case .garbage(let count):
                failed("the interface sent \(count) octets that are not a KNXnet/IP frame", number)
            }
        }
    }

    fileprivate func failed(_ reason: String, _ number: Int) {
        guard number == generation else { return }
        close()
        report(.closed(reason: reason))
    }

    static func text(_ error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        // One error per address of the host, and there is only one address.
        case let error as NIOConnectionError where !error.connectionErrors.isEmpty:
            text(error.connectionErrors[0].error)
        case ChannelError.connectTimeout: "the interface does not answer"
        default: "\(error)"
        }
    }
}

extension DomoKNX.SocketAddress {
    /// Nil if the address is not IPv4.
    init?(_ address: NIOCore.SocketAddress) {
        guard let host = address.ipAddress.flatMap(HostAddress.ipv4), let port = address.port else { return nil }
        self.init(host: host, port: UInt16(truncatingIfNeeded: port))
    }
}

private final class DatagramReader: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let socket: BusSocket
    private let number: Int

    init(socket: BusSocket, _ number: Int) {
        self.socket = socket
        self.number = number
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        socket.read(Array(envelope.data.readableBytesView), from: envelope.remoteAddress, number)
    }

    /// Ignored: an unreachable interface causes an ICMP error, which the heartbeat detects.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

private final class StreamReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let socket: BusSocket
    private let number: Int

    init(socket: BusSocket, _ number: Int) {
        self.socket = socket
        self.number = number
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        socket.read(stream: Array(buffer.readableBytesView), from: context.remoteAddress, number)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        socket.failed(BusSocket.text(error), number)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        socket.failed("the interface closed the connection", number)
    }
}
