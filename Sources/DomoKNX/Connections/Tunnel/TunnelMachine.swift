/// A tunnel to a KNXnet/IP interface, over UDP or TCP: connects, keeps the connection, and connects again for ever.
///
/// Over TCP the frames are cut out of the stream outside, with `FrameSplitter`. Failed attempts are reported as `down`
/// too, once for each reason. Telegrams from the bus may be reported before `up`, while the interface is asked for its
/// limits.
/// Frames are accepted from any endpoint: servers with several addresses answer from another one than they were
/// asked at. They belong to a connection by their channel.
///
/// Source: KNX 03/08/02 Core, 5; 03/08/04 Tunnelling.
public struct TunnelMachine: BusConnection {
    /// Of the connection. From each state `stop` leads to `idle` and `pause` to `paused`, through `leaving` where the
    /// interface may hold a tunnel; that is not repeated below.
    enum State: Hashable, Sendable {
        /// Not started, or stopped. → `opening` (start)
        case idle
        /// A socket was asked for. → `connecting` (opened), `waiting` (closed, or too late)
        case opening(end: Duration)
        /// CONNECT_REQUEST and DESCRIPTION_REQUEST were sent. → `connected`, `inquiring` (refused), `waiting` (closed,
        /// or no answer)
        case connecting(own: HostEndpoint, end: Duration)
        /// The connection was refused; the interface is asked for its tunnels. → `waiting`
        case inquiring(StatusCode, end: Duration)
        /// → `leaving` (a loss that the interface has to be told of), `waiting` (closed, or disconnected by the
        /// interface)
        case connected(Tunnel)
        /// DISCONNECT_REQUEST was sent, or a CONNECT_RESPONSE is waited for to answer it so. → `waiting`, `paused` or
        /// `idle`, as its `next` says
        case leaving(TunnelLeaving)
        /// → `opening` (time)
        case waiting(end: Duration)
        /// Somebody else has the tunnel. → `opening` (time, start)
        case paused(end: Duration)
    }

    var options: TunnelOptions
    var state: State = .idle
    var backoff: Backoff
    /// What the interface said about itself.
    var interface: InterfaceDescription?
    /// Which interface it is, and where it is looked for.
    var whereabouts: TunnelWhereabouts
    /// So many connections in a row ended because the interface, which says that it has feature services, did not
    /// acknowledge one.
    var featureFailures = 0
    /// One such connection may have had a bad network; without features, nobody hears that the interface loses the bus.
    var withoutFeatures: Bool { featureFailures >= 2 }
    /// What was reported last; nil while telegrams can be sent.
    private var downReason: String?
    private var notes: Set<String> = []
    private var lastWish: Duration?

    /// How many different notes are given between two connections.
    private static let maxNotes = 256

    public init(_ options: TunnelOptions) {
        self.options = options
        whereabouts = TunnelWhereabouts(options)
        backoff = Backoff(seed: options.seed)
    }

    public mutating func take(_ input: BusInput, at now: Duration) -> [BusAction] {
        var actions: [BusAction] = []
        switch input {
        case .start: start(at: now, &actions)
        case .stop: leave(for: .stop, "stopped", at: now, &actions)
        case .pause(let duration): pause(until: now + duration, at: now, &actions)
        case .opened(let address): opened(address, at: now, &actions)
        case .closed(let reason): closed(reason, at: now, &actions)
        case .received(let octets, let sender): receive(octets, from: sender, at: now, &actions)
        case .send(let telegram, let ticket): send(telegram, ticket, at: now, &actions)
        case .cancel(let ticket): cancel(ticket, &actions)
        case .wake:
            lastWish = nil
            wake(at: now, &actions)
        case .found(let interfaces): found(interfaces, at: now, &actions)
        }
        let wish = deadline
        if wish != lastWish {
            lastWish = wish
            actions.append(.wake(at: wish))
        }
        return actions
    }

    private var deadline: Duration? {
        switch state {
        case .idle: nil
        case .opening(let end), .connecting(_, let end), .inquiring(_, let end), .waiting(let end), .paused(let end):
            end
        case .leaving(let leaving): leaving.end
        case .connected(let tunnel): tunnel.deadline
        }
    }

    // MARK: Telegrams

    private mutating func send(
        _ telegram: GroupTelegram,
        _ ticket: UInt64,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        guard case .connected(var tunnel) = state, tunnel.isUp else {
            actions.append(.ended(ticket: ticket, .notSent(reason: downReason ?? "not connected")))
            return
        }
        tunnel.send(telegram, ticket: ticket, at: now, &actions)
        state = .connected(tunnel)
    }

    private mutating func cancel(_ ticket: UInt64, _ actions: inout [BusAction]) {
        guard case .connected(var tunnel) = state else { return }
        tunnel.cancel(ticket: ticket, &actions)
        state = .connected(tunnel)
    }

    // MARK: Reports

    /// Says that telegrams can't be sent, unless that was said with this reason before.
    mutating func report(down reason: String, _ actions: inout [BusAction]) {
        guard downReason != reason else { return }
        downReason = reason
        actions.append(.down(reason: reason))
    }

    /// Passes on what a tunnel reports by itself.
    mutating func pass(_ reports: [BusAction], _ actions: inout [BusAction]) {
        for report in reports {
            switch report {
            case .up:
                downReason = nil
                notes = []
            case .down(let reason): downReason = reason
            case .note(let text):
                note(text, &actions)
                continue
            default: break
            }
            actions.append(report)
        }
    }

    /// Says something once between two connections, not with each attempt or telegram.
    mutating func note(_ text: String, _ actions: inout [BusAction]) {
        guard notes.count < Self.maxNotes, notes.insert(text).inserted else { return }
        actions.append(.note(text))
    }
}
