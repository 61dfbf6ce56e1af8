public import DomoEngine
public import DomoKNX
public import DomoLanguage
public import DomoModel

/// A KNX link as one pure state machine: the connection to an interface, and the traffic over it. Inputs are events,
/// outputs are actions; sockets and clocks are outside.
public struct KNXLinkMachine: Sendable {
    public enum Input: Sendable {
        case start
        case stop
        /// An event from the sockets.
        case connection(BusInput)
        case send(Dispatch)
        case read(Query)
        case cancel(Dispatch.ID)
        case expose(Exposed, Value?)
        /// The house files have changed; the connection stays open.
        case use(KNXLinkProfile)
        /// A command from a person, with a number for its answer.
        case perform(LinkCommand, id: UInt64)
        /// The result of `KNXLinkAction.readLog`.
        case logRead(Result<TelegramLogPage, Fault>, command: UInt64)
        /// Whether a time service keeps the machine's clock right.
        case clock(isSynchronized: Bool)
        /// The time requested with `Action.wake` has come, or an earlier one.
        case wake
    }

    /// An action for the sockets, the timer and the engine.
    public enum Action: Sendable {
        case link(KNXLinkAction)
        case open
        case close
        case transmit([UInt8], to: SocketAddress)
        /// Let the kernel drop what all others send; `BusInput.dropped` follows with their number.
        case restrict(to: [SocketAddress])
        /// Search for interfaces; `BusInput.found` follows.
        case search
        /// Open further sockets to this address; nil for the configured one.
        case redirect(SocketAddress?)
        /// Connected to this interface.
        case recognised(InterfaceIdentity)
        /// Send `Input.wake` at this time; replaces any earlier request.
        case wake(at: Instant?)
        case stopped
    }

    private var connection: any BusConnection
    private var bus: BusMachine
    private var connectionWake: Duration?
    /// The last requested wake-up.
    private var requestedWake: Instant?

    public init(_ connection: any BusConnection, _ profile: KNXLinkProfile) {
        self.connection = connection
        bus = BusMachine(profile)
    }

    public mutating func handle(_ input: Input, at now: Instant) -> [Action] {
        var actions: [Action] = []
        switch input {
        case .start: feed(.start, at: now, into: &actions)
        case .stop: feed(.stop, at: now, into: &actions)
        case .connection(let input): feed(input, at: now, into: &actions)
        case .send(let dispatch): carryOut(bus.send(dispatch, at: now), at: now, into: &actions)
        case .read(let query): carryOut(bus.read(query, at: now), at: now, into: &actions)
        case .cancel(let id): carryOut(bus.cancel(id, at: now), at: now, into: &actions)
        case .expose(let subject, let value): carryOut(bus.expose(subject, value, at: now), at: now, into: &actions)
        case .perform(let command, let id):
            carryOut(bus.perform(command, id: id, at: now), at: now, into: &actions)
        case .logRead(let result, let command):
            carryOut(bus.read(result, command: command, at: now), at: now, into: &actions)
        case .clock(let isSynchronized): bus.noteClock(isSynchronized: isSynchronized)
        case .use(let profile): carryOut(bus.use(profile, at: now), at: now, into: &actions)
        case .wake:
            // After an early wake-up the request is repeated.
            requestedWake = nil
            if let due = connectionWake, due <= now.sinceZero {
                connectionWake = nil
                feed(.wake, at: now, into: &actions)
            }
            carryOut(bus.wake(at: now), at: now, into: &actions)
        }
        let wanted = [bus.earliest, connectionWake.map { now + ($0 - now.sinceZero) }].compactMap { $0 }.min()
        if wanted?.uptime != requestedWake?.uptime {
            requestedWake = wanted
            actions.append(.wake(at: wanted))
        }
        return actions
    }

    private mutating func feed(_ input: BusInput, at now: Instant, into actions: inout [Action]) {
        let results = connection.handle(input, at: now.sinceZero)
        // First, because what follows may send, and then request an earlier time.
        for case .wake(let moment) in results { connectionWake = moment }
        for action in results {
            switch action {
            case .open: actions.append(.open)
            case .close: actions.append(.close)
            case .transmit(let bytes, let address): actions.append(.transmit(bytes, to: address))
            case .restrict(let senders): actions.append(.restrict(to: senders))
            case .wake: break
            case .stopped: actions.append(.stopped)
            case .search: actions.append(.search)
            case .redirect(let address): actions.append(.redirect(address))
            case .described(let interface):
                if let identity = interface.identity { actions.append(.recognised(identity)) }
                carryOut(bus.handle(action, at: now), at: now, into: &actions)
            case .up, .down, .received, .undecodable, .missed, .ended, .note, .warning, .senders:
                carryOut(bus.handle(action, at: now), at: now, into: &actions)
            }
        }
    }

    private mutating func carryOut(_ wanted: [BusMachine.Action], at now: Instant, into actions: inout [Action]) {
        for action in wanted {
            switch action {
            case .connection(let input): feed(input, at: now, into: &actions)
            case .link(let action): actions.append(.link(action))
            }
        }
    }
}

extension Instant {
    /// The time scale of connections.
    var sinceZero: Duration { .nanoseconds(uptime) }
}
