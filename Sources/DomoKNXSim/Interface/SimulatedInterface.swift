public import DomoKNX
public import DomoKNXBus

/// A KNXnet/IP interface with the simulated bus behind it: a tunnelling server for several clients over UDP and TCP, and a
/// router. It has no clock and no sockets: what happens goes in, what is to be done comes out.
///
/// Source: KNX 03/08/02 Core, 03/08/04 Tunnelling, 03/08/05 Routing.
public struct SimulatedInterface: Sendable {
    /// A request that is on its way over the bus.
    enum Request: Sendable {
        case tunnel(channel: UInt8, DataFrame)
        case routing
    }

    public var settings: InterfaceSettings
    public internal(set) var bus: SimulatedBus
    var tunnels: [SimulatedTunnel] = []
    var lastChannel: UInt8 = 0
    var streams: [Int: FrameSplitter] = [:]
    var requests: [UInt64: Request] = [:]
    var lastTicket: UInt64 = 0
    /// Confirmations that come late, by channel.
    var delayed = Schedule<(channel: UInt8, message: [UInt8])>()
    /// Its connection to the bus, as clients were told.
    var isBusLost = false
    var busyUntil: Duration = .zero
    var lostFrames: UInt16 = 0
    var actions: [InterfaceAction] = []

    public init(_ bindings: KNXBindings, settings: InterfaceSettings, bus busSettings: BusSettings = BusSettings()) {
        self.settings = settings
        bus = SimulatedBus(bindings, settings: busSettings)
    }

    /// - `now`: Counted from the start of the simulation; never less than before.
    public mutating func take(_ input: InterfaceInput, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        switch input {
        case .datagram(let octets, let sender): takeDatagram(octets, from: sender, at: now)
        case .multicast(let octets, let sender): takeMulticast(octets, from: sender, at: now)
        case .streamOpened(let stream): streams[stream] = FrameSplitter()
        case .stream(let stream, let octets): takeStream(stream, octets, at: now)
        case .streamClosed(let stream):
            streams[stream] = nil
            tunnels.removeAll { $0.client == .tcp(stream: stream) }
        case .wake: break
        }
        return finish(at: now)
    }

    /// Something begins to go wrong.
    ///
    /// - Returns: nil where there are too many faults.
    public mutating func add(_ fault: KNXFault, at now: Duration) -> [InterfaceAction]? {
        advance(to: now)
        switch fault.kind {
        case .disconnect: for tunnel in tunnels { drop(tunnel) }
        case .restart: restart()
        default: guard bus.add(fault, at: now) else { return nil }
        }
        return finish(at: now)
    }

    public mutating func clearFaults(at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.clearFaults()
        return finish(at: now)
    }

    /// People and devices send these.
    public mutating func press(_ presses: some Sequence<WallPress>, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.press(presses)
        return finish(at: now)
    }

    /// Takes in other bindings: devices whose bindings did not change keep their state.
    public mutating func replace(with bindings: KNXBindings, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.replace(with: bindings, at: now)
        return finish(at: now)
    }

    /// The clients, by the addresses of their tunnels.
    public var clients: [IndividualAddress] { tunnels.map(\.address) }

    /// True where no telegram is under way, on the bus or to a client.
    public var isQuiet: Bool {
        bus.isQuiet && delayed.next == nil && tunnels.allSatisfy { $0.outgoing.isEmpty && $0.unacknowledged == nil }
    }

    // MARK: Time

    private mutating func advance(to now: Duration) {
        for passed in bus.advance(to: now) {
            actions.append(.passed(passed))
            forward(passed, at: now)
        }
        while let (_, late) = delayed.pop(through: now) { send(.message(late.message), to: late.channel, at: now) }
        for tunnel in tunnels { checkTimes(of: tunnel, at: now) }
        let isLost = bus.faults.has(.busLost, at: now)
        guard isLost != isBusLost else { return }
        isBusLost = isLost
        for tunnel in tunnels where tunnel.wantsInfo {
            send(
                .feature(feature(.info, .busConnection, [isLost ? 0 : 1], channel: tunnel.channel)),
                to: tunnel.channel,
                at: now
            )
        }
    }

    private mutating func finish(at now: Duration) -> [InterfaceAction] {
        // What began just now may be due just now.
        advance(to: now)
        let times =
            [bus.next, delayed.next, bus.faults.end(of: .busLost, after: now)]
            + tunnels.map { $0.unacknowledged?.deadline } + tunnels.map { heartbeatEnd(of: $0) }
        let done = actions + [.wake(at: times.compactMap { $0 }.min())]
        actions = []
        return done
    }

    private func heartbeatEnd(of tunnel: SimulatedTunnel) -> Duration? { tunnel.lastHeard + settings.heartbeatLimit }

    private mutating func checkTimes(of tunnel: SimulatedTunnel, at now: Duration) {
        if tunnel.lastHeard + settings.heartbeatLimit <= now { return drop(tunnel) }
        guard let frame = tunnel.unacknowledged, frame.deadline <= now,
            let index = tunnels.firstIndex(where: { $0.channel == tunnel.channel })
        else { return }
        if frame.isRepeated { return drop(tunnel) }
        tunnels[index].unacknowledged?.isRepeated = true
        tunnels[index].unacknowledged?.deadline = now + settings.ackTimeout
        transmit(frame.octets, inTunnel: tunnel)
    }

    /// Forgets everything that is no property of the device.
    private mutating func restart() {
        for stream in streams.keys.sorted() { actions.append(.closeStream(stream)) }
        (tunnels, streams, requests) = ([], [:], [:])
        delayed = Schedule()
        busyUntil = .zero
    }
}
