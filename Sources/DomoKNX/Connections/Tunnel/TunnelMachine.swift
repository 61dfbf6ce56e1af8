/// A tunnel to a KNXnet/IP interface, over UDP or TCP: connects, keeps the connection alive, and reconnects forever.
///
/// Over TCP `FrameSplitter` extracts the frames from the stream, outside this machine. Failed attempts are also
/// reported as `down`, once for each reason. Telegrams from the bus may be reported before `up`, while the limits of
/// the interface are queried. Over UDP, frames are accepted from the configured endpoint of the interface and from the
/// data endpoint of the tunnel alone, and answers only while they are awaited.
///
/// Source: KNX 03/08/02 Core, 5; 03/08/04 Tunnelling.
public struct TunnelMachine: BusConnection {
    /// The state of the connection. From each state `stop` leads to `idle` and `pause` to `paused`, through `leaving`
    /// if the interface may hold a tunnel; that is not repeated below.
    enum State: Hashable, Sendable {
        /// Not started, or stopped. → `opening` (start)
        case idle
        /// A socket was requested. → `connecting` (opened), `waiting` (closed, or timeout)
        case opening(end: Duration)
        /// CONNECT_REQUEST and DESCRIPTION_REQUEST were sent. → `connected`, `inquiring` (refused), `waiting` (closed,
        /// or no answer)
        case connecting(own: HostEndpoint, end: Duration)
        /// The connection was refused; the tunnels of the interface are queried. → `waiting`
        case inquiring(StatusCode, end: Duration)
        /// → `leaving` (a loss that needs a DISCONNECT_REQUEST), `waiting` (closed, or disconnected by the interface)
        case connected(Tunnel)
        /// DISCONNECT_REQUEST was sent, or will be sent when the CONNECT_RESPONSE arrives. → `waiting`, `paused` or
        /// `idle`, depending on `next`
        case leaving(TunnelLeaving)
        /// → `opening` (time)
        case waiting(end: Duration)
        /// The tunnel is left to another client. → `opening` (time, start)
        case paused(end: Duration)
    }

    var options: TunnelOptions
    var state: State = .idle
    var backoff: Backoff
    /// The description of the interface.
    var interface: InterfaceDescription?
    /// The identity of the interface and the addresses where it may be.
    var whereabouts: TunnelWhereabouts
    /// The number of consecutive connections that ended because the interface did not acknowledge a feature service
    /// although it claims to support them.
    var featureFailures = 0
    /// A single failure may be caused by the network. Without features, a loss of the bus is not reported.
    var withoutFeatures: Bool { featureFailures >= 2 }
    /// Who may send to the socket.
    var senders = SenderCheck()
    /// The resolved endpoint of the interface.
    var peer = SocketAddress(host: 0, port: 0)
    /// The tunnel was opened again while known states were kept, and nothing came from the bus since.
    var hasReopened = false
    /// The last reported reason; nil while telegrams can be sent.
    private var downReason: String?
    private var notes: Set<String> = []
    private var lastWake: Duration?

    /// The maximum number of different notes between two connections.
    private static let maxNotes = 256

    public init(_ options: TunnelOptions) {
        self.options = options
        whereabouts = TunnelWhereabouts(options)
        backoff = Backoff(seed: options.seed)
    }

    public mutating func handle(_ input: BusInput, at now: Duration) -> [BusAction] {
        var actions: [BusAction] = []
        switch input {
        case .start: start(at: now, &actions)
        case .stop: leave(for: .stop, "stopped", at: now, &actions)
        case .pause(let duration): pause(until: now + duration, at: now, &actions)
        case .opened(let address, let peer): opened(address, peer: peer ?? options.server, at: now, &actions)
        case .closed(let reason): closed(reason, at: now, &actions)
        case .received(let octets, let sender): receive(octets, from: sender, at: now, &actions)
        case .dropped(let count): senders.dropped(count, at: now, &actions)
        case .send(let telegram, let ticket, let rank, let mayRepeat):
            guard case .connected(var tunnel) = state, tunnel.isUp else {
                actions.append(.ended(ticket: ticket, .notSent(reason: downReason ?? "not connected")))
                break
            }
            tunnel.send(telegram, ticket: ticket, rank: rank, mayRepeat: mayRepeat, at: now, &actions)
            state = .connected(tunnel)
        case .cancel(let ticket): cancel(ticket, &actions)
        case .wake:
            lastWake = nil
            senders.wake(at: now, &actions)
            wake(at: now, &actions)
        case .found(let interfaces): found(interfaces, at: now, &actions)
        // Of multicast only.
        case .transmitted, .unsent: break
        }
        let requested = deadline
        if requested != lastWake {
            lastWake = requested
            actions.append(.wake(at: requested))
        }
        return actions
    }

    private var deadline: Duration? {
        guard state != .idle else { return nil }
        return [stateDeadline, senders.deadline].compactMap(\.self).min()
    }

    private var stateDeadline: Duration? {
        switch state {
        case .idle: nil
        case .opening(let end), .connecting(_, let end), .inquiring(_, let end), .waiting(let end), .paused(let end):
            end
        case .leaving(let leaving): leaving.end
        case .connected(let tunnel): tunnel.deadline
        }
    }

    // MARK: Telegrams

    private mutating func cancel(_ ticket: UInt64, _ actions: inout [BusAction]) {
        guard case .connected(var tunnel) = state else { return }
        tunnel.cancel(ticket: ticket, &actions)
        state = .connected(tunnel)
    }

    // MARK: Reports

    /// Reports that telegrams can't be sent, unless already reported with the same reason.
    mutating func report(down reason: String, _ actions: inout [BusAction]) {
        guard downReason != reason else { return }
        downReason = reason
        actions.append(.down(reason: reason))
    }

    /// Passes on the reports of a tunnel.
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
            case .open, .close, .transmit, .restrict, .received, .undecodable, .missed, .ended, .warning, .senders,
                .described, .search, .redirect, .wake, .stopped:
                break
            }
            actions.append(report)
        }
    }

    /// Logs a message once between two connections, not for every attempt or telegram.
    mutating func note(_ text: String, _ actions: inout [BusAction]) {
        guard notes.count < Self.maxNotes, notes.insert(text).inserted else { return }
        actions.append(.note(text))
    }
}
