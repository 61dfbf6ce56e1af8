public import DomoKNX
public import DomoKNXHouse

/// A KNXnet/IP interface to the simulated bus: a tunnelling server for several clients over UDP and TCP, and a router.
/// It has no clock and no sockets: inputs in, actions out.
///
/// Source: KNX 03/08/02 Core, 03/08/04 Tunnelling, 03/08/05 Routing.
public struct SimulatedInterface: Sendable {
    /// A request that has been passed to the bus.
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
    /// Delayed confirmations, by channel.
    var delayed = Schedule<(channel: UInt8, message: [UInt8])>()
    /// Whether the bus is lost, as last reported to clients.
    var isBusLost = false
    var busyUntil: Duration = .zero
    var lostFrames: UInt16 = 0
    var actions: [InterfaceAction] = []

    public init(_ bindings: KNXBindings, settings: InterfaceSettings, bus busSettings: BusSettings = BusSettings()) {
        self.settings = settings
        bus = SimulatedBus(bindings, settings: busSettings)
    }

    /// - `now`: The time since the start of the simulation; must not decrease.
    public mutating func handle(_ input: InterfaceInput, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        switch input {
        case .datagram(let octets, let sender): handle(datagram: octets, from: sender, at: now)
        case .multicast(let octets, let sender): handle(multicast: octets, from: sender, at: now)
        case .streamOpened(let stream): streams[stream] = FrameSplitter()
        case .stream(let stream, let octets): handle(octets, fromStream: stream, at: now)
        case .streamClosed(let stream):
            streams[stream] = nil
            tunnels.removeAll { $0.client == .tcp(stream: stream) }
        case .wake: break
        }
        return finish(at: now)
    }

    /// Adds a fault.
    ///
    /// - Returns: Nil if there are too many faults.
    public mutating func add(_ fault: KNXFault, at now: Duration) -> [InterfaceAction]? {
        advance(to: now)
        switch fault.kind {
        case .disconnect: for tunnel in tunnels { drop(tunnel) }
        case .restart: restart()
        case .halfDead: for index in tunnels.indices { tunnels[index].isDead = true }
        case .silent, .twice, .stuck, .invalid, .noBus, .lostAck, .lostRequest, .badAck, .gap, .duplicate, .negative,
            .noConfirmation,
            .slow, .deaf, .full, .busLost, .undecodable, .busy, .lost, .unrouted:
            guard bus.add(fault, at: now) else { return nil }
        }
        return finish(at: now)
    }

    public mutating func clearFaults(at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.clearFaults()
        return finish(at: now)
    }

    /// Schedules presses of wall switches.
    public mutating func press(_ presses: some Sequence<WallPress>, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.press(presses)
        return finish(at: now)
    }

    /// The devices that are not in the house file fall silent.
    public mutating func silenceOthers() { bus.silenceOthers() }

    /// Replaces the bindings; devices with unchanged bindings keep their state.
    public mutating func replace(with bindings: KNXBindings, at now: Duration) -> [InterfaceAction] {
        advance(to: now)
        bus.replace(with: bindings, at: now)
        return finish(at: now)
    }

    /// The tunnel addresses of the clients.
    public var clients: [IndividualAddress] { tunnels.map(\.address) }

    /// True if no telegram is in transit, on the bus or to a client.
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
        // Events that were just scheduled may already be due.
        advance(to: now)
        let times =
            [bus.next, delayed.next, bus.faults.end(of: .busLost, after: now)]
            + tunnels.map { $0.unacknowledged?.deadline } + tunnels.map { heartbeatEnd(of: $0) }
        let done = actions + [.wake(at: times.compactMap { $0 }.min())]
        actions = []
        return done
    }

    private func heartbeatEnd(of tunnel: SimulatedTunnel) -> Duration? {
        tunnel.lastHeartbeat + settings.heartbeatLimit
    }

    private mutating func checkTimes(of tunnel: SimulatedTunnel, at now: Duration) {
        if tunnel.lastHeartbeat + settings.heartbeatLimit <= now { return drop(tunnel) }
        guard let frame = tunnel.unacknowledged, frame.deadline <= now,
            let index = tunnels.firstIndex(where: { $0.channel == tunnel.channel })
        else { return }
        if frame.isRepeated { return drop(tunnel) }
        tunnels[index].unacknowledged?.isRepeated = true
        tunnels[index].unacknowledged?.deadline = now + settings.ackTimeout
        transmit(frame.octets, inTunnel: tunnel)
    }

    /// Forgets all connections and pending requests.
    private mutating func restart() {
        for stream in streams.keys.sorted() { actions.append(.closeStream(stream)) }
        (tunnels, streams, requests) = ([], [:], [:])
        delayed = Schedule()
        busyUntil = .zero
    }
}
