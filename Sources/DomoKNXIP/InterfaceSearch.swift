import DomoEngine
import DomoKNX
import DomoKNXBus
public import DomoLanguage
import DomoModel
import DomoSystem
public import NIOCore
import NIOPosix

/// A search for KNXnet/IP interfaces: by multicast on all networks, or directly at one host. It lives on an event loop
/// until the time for answers is over.
public final class InterfaceSearch {
    public typealias Report = @Sendable (Result<InterfaceList, Fault>) -> Void

    /// The maximum number of concurrent searches: each has one socket per network.
    public static let maxAtOnce = 4

    private let eventLoop: any EventLoop
    private let query: InterfaceQuery
    private let done: (InterfaceSearch, Fault?) -> Void
    private var discovery: Discovery
    private var channels: [any Channel] = []
    private var searched: [String] = []
    private var problems: [String] = []
    /// The fault to report if nothing is found.
    private var noNetwork: Fault?

    private init(
        _ query: InterfaceQuery,
        on eventLoop: any EventLoop,
        done: @escaping (InterfaceSearch, Fault?) -> Void
    ) {
        self.query = query
        self.eventLoop = eventLoop
        self.done = done
        // Replaced with the endpoint of the host once that is known.
        discovery = Discovery(.multicast)
    }

    /// - `report`: Called once, on the event loop.
    public static func run(_ query: InterfaceQuery, on eventLoop: any EventLoop, report: @escaping Report) {
        let begin: @Sendable () -> Void = {
            InterfaceSearch(query, on: eventLoop) { search, fault in
                report(fault.map { .failure($0) } ?? search.result)
            }.start()
        }
        if eventLoop.inEventLoop { begin() } else { eventLoop.execute(begin) }
    }

    /// Finds all interfaces on all networks, for a link that can't reach its interface. Has to be called on the event
    /// loop; `report` is called on it too.
    static func found(
        within timeout: Duration,
        on eventLoop: any EventLoop,
        report: @escaping ([InterfaceDescription]) -> Void
    ) {
        InterfaceSearch(InterfaceQuery(timeout: timeout), on: eventLoop) { search, _ in
            report(search.discovery.found)
        }.start()
    }

    // MARK: - Where to search

    private func start() {
        if let host = query.host { return resolve(host) }
        do throws(HostAddress.Fault) {
            let devices = try NetworkDevice.all()
            let able = devices.filter { device in
                device.isUsable && (query.network.map { $0 == device.name } ?? true)
            }
            if !able.contains(where: { !$0.isLoopback || query.network != nil }) {
                noNetwork = noNetwork(among: devices)
            }
            if able.isEmpty, let noNetwork { return done(self, noNetwork) }
            search(able.map { (from: $0, to: .multicast) })
        } catch {
            done(self, Fault(.unreachable, "the network interfaces of this machine can't be listed: \(error.message)"))
        }
    }

    private func noNetwork(among devices: [NetworkDevice]) -> Fault? {
        guard let network = query.network else {
            return Fault(
                .unreachable,
                "this machine has no network interface that is up and can send multicast",
                hint: "see \"ip address\"; for an interface with a known address, use \"domo knx discover HOST\""
            )
        }
        do throws(NetworkDevice.Unusable) {
            _ = try NetworkDevice.usable(named: network, among: devices)
            return nil
        } catch {
            return Fault(.badRequest, error.message, hint: error.hint)
        }
    }

    /// Resolves the host on its own thread, since a name lookup may block.
    private func resolve(_ text: String) {
        let (host, port): (String, UInt16)
        do throws(InterfaceAddress.Fault) {
            let address = try InterfaceAddress(InterfaceAddress.isMeant(by: text) ? text : "knx://\(text)")
            (host, port) = (address.host, address.port)
        } catch {
            return done(self, Fault(.badRequest, error.message, hint: error.hint))
        }
        let (eventLoop, box) = (eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        HostAddress.resolve(host, port: port) { result in
            eventLoop.execute {
                switch result {
                case .success(let hosts):
                    let device = NetworkDevice(name: text, address: hosts.own)
                    let asked = DomoKNX.SocketAddress(host: hosts.remote, port: port)
                    box.value.discovery = Discovery(.host(asked))
                    box.value.search([(from: device, to: asked)])
                case .failure(let fault):
                    box.value.done(box.value, Fault(.unreachable, "\(text) can't be searched: \(fault.message)"))
                }
            }
        }
    }

    // MARK: - Sockets

    private func search(_ ways: [(from: NetworkDevice, to: DomoKNX.SocketAddress)]) {
        for way in ways { open(way.from, to: way.to) }
        eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(query.timeout.nanoseconds)) { self.end() }
    }

    /// Opens a socket bound to the address of the network interface, so that multicast leaves through it.
    private func open(_ device: NetworkDevice, to target: DomoKNX.SocketAddress) {
        let box = NIOLoopBound(self, eventLoop: eventLoop)
        let name = query.host ?? "\(device.name) \(HostAddress.text(device.address))"
        DatagramBootstrap(group: eventLoop)
            .channelOption(ChannelOptions.Types.SocketOption(level: .ip, name: .ip_multicast_ttl), value: 16)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerReader(box.value))
                }
            }
            .bind(host: HostAddress.text(device.address), port: 0).assumeIsolated().whenComplete { result in
                switch result {
                case .failure(let error): self.problems.append("\(name): \(BusSocket.text(error))")
                case .success(let channel):
                    self.channels.append(channel)
                    self.send(to: target, over: channel, device, name)
                    // Sent twice, since datagrams may be lost.
                    let again = TimeAmount.nanoseconds(self.query.timeout.nanoseconds / 3)
                    self.eventLoop.assumeIsolated().scheduleTask(in: again) {
                        if channel.isActive { self.send(to: target, over: channel, device, nil) }
                    }
                }
            }
    }

    /// - Parameter name: The name of the network to list with the result; nil for a repetition.
    private func send(
        to target: DomoKNX.SocketAddress,
        over channel: any Channel,
        _ device: NetworkDevice,
        _ name: String?
    ) {
        // Four numbers are always a valid IPv4 address.
        guard let port = channel.localAddress?.port,
            let remote = try? NIOCore.SocketAddress(ipAddress: HostAddress.text(target.host), port: Int(target.port))
        else { return }
        let own = DomoKNX.SocketAddress(host: device.address, port: UInt16(truncatingIfNeeded: port))
        let sent = discovery.requests(answerTo: own).map { octets in
            channel.write(AddressedEnvelope(remoteAddress: remote, data: channel.allocator.buffer(bytes: octets)))
        }
        channel.flush()
        guard let name else { return }
        EventLoopFuture.andAllSucceed(sent, on: eventLoop).assumeIsolated().whenComplete { result in
            switch result {
            case .success: self.searched.append(name)
            case .failure(let error): self.problems.append("\(name): \(BusSocket.text(error))")
            }
        }
    }

    fileprivate func read(_ octets: [UInt8], from address: NIOCore.SocketAddress) {
        guard let sender = DomoKNX.SocketAddress(address) else { return }
        discovery.handle(response: octets, from: sender)
    }

    private func end() {
        for channel in channels { channel.close(promise: nil) }
        done(self, nil)
    }

    // MARK: - The answer

    private var result: Result<InterfaceList, Fault> {
        guard discovery.found.isEmpty else {
            let sorted = discovery.found.sorted {
                ($0.name, $0.control?.address.host ?? 0) < ($1.name, $1.control?.address.host ?? 0)
            }
            return .success(
                InterfaceList(
                    sorted.map { InterfaceView($0) },
                    searched: searched.sorted(),
                    problems: problems.sorted()
                )
            )
        }
        if let noNetwork { return .failure(noNetwork) }
        let time = DurationText.write(query.timeout)
        if let host = query.host {
            return .failure(
                Fault(
                    .unreachable,
                    "\(host) did not answer as a KNX interface within \(time)"
                        + (problems.first.map { " (\($0))" } ?? ""),
                    hint: "check that it is switched on and that no firewall blocks UDP port 3671"
                )
            )
        }
        let searches = (searched + problems).sorted().joined(separator: "; ")
        return .failure(
            Fault(
                .unreachable,
                "no KNX interface answered within \(time); searched: \(searches)",
                hint: "multicast does not reach interfaces in another VLAN, behind NAT or a container bridge, or "
                    + "behind a firewall that blocks UDP port 3671; search one host directly with \"domo knx discover HOST\" "
                    + "and set its address in the configuration: knx://HOST"
            )
        )
    }
}

private final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let search: InterfaceSearch

    init(_ search: InterfaceSearch) { self.search = search }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        search.read(Array(envelope.data.readableBytesView), from: envelope.remoteAddress)
    }

    /// Ignored: a host without an interface answers with an ICMP error, and the search then times out.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
