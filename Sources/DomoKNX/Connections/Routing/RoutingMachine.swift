/// KNXnet/IP routing: telegrams over multicast, without a connection and without confirmations.
///
/// Source: KNX 03/08/05 Routing.
public struct RoutingMachine: BusConnection {
    /// From each state `stop` leads to `idle`, and `pause` to `paused`.
    enum State: Hashable, Sendable {
        /// Not started, or stopped. → `opening` (start)
        case idle
        /// A socket was requested. → `checking` (opened), `waiting` (closed, or timeout)
        case opening(end: Duration)
        /// The socket is bound, which says nothing of the network: a search was sent, whose answers do not matter.
        /// → `open` (transmitted), `waiting` (unsent, closed, or timeout)
        case checking(own: SocketAddress, end: Duration)
        /// → `waiting` (unsent, closed)
        case open(own: SocketAddress)
        /// → `opening` (time)
        case waiting(end: Duration)
        /// → `opening` (time, start)
        case paused(end: Duration)
    }

    private static let maxNotes = 256

    private let options: RoutingOptions
    private(set) var state: State = .idle
    private var pace = RoutingPace()
    private var waiting = SendQueue()
    /// The telegrams that the socket has and the system has not taken yet, the oldest first.
    private var handedOver: [UInt64] = []
    private var random: SplitMix
    private var backoff: Backoff
    private var downReason: String?
    private var notes: Set<String> = []
    private var lastWake: Duration?
    private var senders: SenderCheck

    public init(_ options: RoutingOptions) {
        self.options = options
        senders = SenderCheck(acceptsAnySender: options.accepted.isEmpty)
        random = SplitMix(seed: options.seed)
        backoff = Backoff(seed: options.seed &+ 1)
    }

    public mutating func handle(_ input: BusInput, at now: Duration) -> [BusAction] {
        var actions: [BusAction] = []
        switch input {
        case .start: start(at: now, &actions)
        case .stop: stop(&actions)
        case .pause(let duration): pause(until: now + duration, &actions)
        case .opened(let address, _): opened(address, at: now, &actions)
        case .closed(let reason): closed(reason, isOpen: false, at: now, &actions)
        case .transmitted: transmitted(&actions)
        case .unsent(let reason): unsent(reason, at: now, &actions)
        case .received(let octets, let sender): receive(octets, from: sender, at: now, &actions)
        case .dropped(let count): senders.dropped(count, at: now, &actions)
        case .send(let telegram, let ticket, let rank, _):
            send(telegram, ticket, telegram.service == .read ? .read : rank, at: now, &actions)
        case .cancel(let ticket): cancel(ticket, &actions)
        case .wake:
            lastWake = nil
            senders.wake(at: now, &actions)
            wake(at: now, &actions)
        // Routing has no interface and never searches for one.
        case .found: break
        }
        let requested = deadline(at: now)
        if requested != lastWake {
            lastWake = requested
            actions.append(.wake(at: requested))
        }
        return actions
    }

    private mutating func deadline(at now: Duration) -> Duration? {
        guard state != .idle else { return nil }
        return [stateDeadline(at: now), senders.deadline].compactMap(\.self).min()
    }

    private mutating func stateDeadline(at now: Duration) -> Duration? {
        switch state {
        case .idle: nil
        case .opening(let end), .checking(_, let end), .waiting(let end), .paused(let end): end
        case .open: waiting.isEmpty ? nil : pace.next(at: now)
        }
    }

    // MARK: The socket

    private mutating func start(at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle, .paused: open(at: now, &actions)
        case .opening, .checking, .open, .waiting: break
        }
    }

    private mutating func open(at now: Duration, _ actions: inout [BusAction]) {
        state = .opening(end: now + TunnelTimes.open)
        actions.append(.open)
    }

    private mutating func opened(_ address: SocketAddress, at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .opening:
            // What it sends itself comes back.
            let routers = options.accepted.map { SocketAddress(host: $0, port: 0) }
            senders.begin(routers.isEmpty ? nil : routers + [address])
            state = .checking(own: address, end: now + TunnelTimes.open)
            let search = SearchRequest(answerTo: HostEndpoint(.udp, address))
            actions.append(.transmit(IPFrame.searchRequest(search).encoded, to: options.group))
        case .checking, .open: break
        // Too late.
        case .idle, .waiting, .paused: actions.append(.close)
        }
    }

    private mutating func transmitted(_ actions: inout [BusAction]) {
        switch state {
        case .checking(let address, _):
            state = .open(own: address)
            backoff.reset()
            downReason = nil
            notes = []
            actions.append(.up(own: options.address, maxAPDU: nil))
            actions.append(.senders(senders.report))
        case .open:
            if !handedOver.isEmpty { actions.append(.ended(ticket: handedOver.removeFirst(), .sent)) }
        // Of an earlier socket.
        case .idle, .opening, .waiting, .paused: break
        }
    }

    private mutating func unsent(_ reason: String, at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .open:
            if !handedOver.isEmpty {
                actions.append(.ended(ticket: handedOver.removeFirst(), .notSent(reason: reason)))
            }
            closed(reason, isOpen: true, at: now, &actions)
        case .checking: closed(reason, isOpen: true, at: now, &actions)
        // Of an earlier socket.
        case .idle, .opening, .waiting, .paused: break
        }
    }

    private mutating func closed(_ reason: String, isOpen: Bool, at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .opening, .checking, .open:
            end(reason, &actions)
            if isOpen { actions.append(.close) }
            state = .waiting(end: now + backoff.next())
        case .idle, .waiting, .paused: break
        }
    }

    private mutating func stop(_ actions: inout [BusAction]) {
        switch state {
        case .idle: break
        case .opening, .checking, .open:
            end("stopped", &actions)
            actions.append(.close)
        case .waiting, .paused: end("stopped", &actions)
        }
        state = .idle
        actions.append(.stopped)
    }

    private mutating func pause(until moment: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle: return
        case .opening, .checking, .open:
            end("paused", &actions)
            actions.append(.close)
        case .waiting, .paused: end("paused", &actions)
        }
        state = .paused(end: moment)
    }

    private mutating func end(_ reason: String, _ actions: inout [BusAction]) {
        for ticket in handedOver { actions.append(.ended(ticket: ticket, .lost(reason: reason))) }
        handedOver = []
        for ticket in waiting.removeAll() { actions.append(.ended(ticket: ticket, .notSent(reason: reason))) }
        guard downReason != reason else { return }
        downReason = reason
        actions.append(.down(reason: reason))
    }

    private mutating func wake(at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle: break
        case .opening(let end):
            if end <= now { closed("the socket could not be opened in time", isOpen: true, at: now, &actions) }
        case .checking(_, let end):
            if end <= now { closed("the network did not take a frame in time", isOpen: true, at: now, &actions) }
        case .waiting(let end), .paused(let end):
            if end <= now { open(at: now, &actions) }
        case .open: advance(at: now, &actions)
        }
    }

    // MARK: Sending

    private mutating func send(
        _ telegram: GroupTelegram,
        _ ticket: UInt64,
        _ rank: SendRank,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        guard case .open = state else {
            actions.append(.ended(ticket: ticket, .notSent(reason: downReason ?? "not connected")))
            return
        }
        guard !waiting.isFull else {
            actions.append(.ended(ticket: ticket, .notSent(reason: SendQueue.fullText)))
            return
        }
        var telegram = telegram
        if telegram.source.raw == 0 { telegram.source = options.address }
        do {
            let message = try DataFrame(.indication, telegram).encoded()
            let octets = IPFrame.routingIndication(message).encoded
            waiting.add(.init(ticket: ticket, telegram: telegram, rank: rank, octets: octets))
        } catch {
            actions.append(.ended(ticket: ticket, .unsendable(reason: error.message)))
        }
        advance(at: now, &actions)
    }

    private mutating func cancel(_ ticket: UInt64, _ actions: inout [BusAction]) {
        guard waiting.remove(ticket: ticket) else { return }
        actions.append(.ended(ticket: ticket, .notSent(reason: "cancelled")))
    }

    private mutating func advance(at now: Duration, _ actions: inout [BusAction]) {
        while pace.next(at: now) <= now, let next = waiting.pop() {
            pace.count(at: now)
            handedOver.append(next.ticket)
            actions.append(.transmit(next.octets, to: options.group))
        }
    }

    // MARK: Receiving

    private mutating func receive(
        _ octets: [UInt8],
        from sender: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        // Skip domo's own frames.
        guard case .open(let own) = state, sender != own else { return }
        guard senders.admits(sender) else { return senders.refuse(octets, from: sender, at: now, &actions) }
        let frame: IPFrame
        do {
            frame = try IPFrame(decoding: octets)
        } catch {
            note("\(sender) sent an invalid KNXnet/IP frame: \(error.message)", &actions)
            return
        }
        switch frame {
        case .routingIndication(let message): handle(message: message, &actions)
        case .routingBusy(let busy):
            pace.busy(wait: .milliseconds(Int(busy.wait)), at: now, random: &random)
            report(deviceState: busy.deviceState, of: sender, &actions)
        case .routingLostMessage(let lost):
            report(deviceState: lost.deviceState, of: sender, &actions)
            let reason = "the router \(sender) lost \(lost.count) telegrams"
            actions += [.note(reason), .missed(reason: reason)]
        case .secure:
            note("\(sender) uses KNX IP Secure for routing, which is not supported", &actions)
        // Searches and their answers share the multicast group.
        case .searchRequest, .searchResponse, .descriptionRequest, .descriptionResponse, .connectRequest,
            .connectResponse, .connectionStateRequest, .connectionStateResponse, .disconnectRequest,
            .disconnectResponse, .tunnellingRequest, .tunnellingAck, .tunnellingFeature, .other:
            break
        }
    }

    private mutating func handle(message: [UInt8], _ actions: inout [BusAction]) {
        do {
            guard case .data(let frame) = try CEMIFrame(decoding: message), frame.code == .indication else { return }
            for action in frame.report(message) { report(action, &actions) }
        } catch {
            report(error.report(of: message), &actions)
        }
    }

    private mutating func report(_ action: BusAction, _ actions: inout [BusAction]) {
        if case .note(let text) = action { note(text, &actions) } else { actions.append(action) }
    }

    /// Source: KNX 03/08/05 Routing, 5.3.3: bit 0 of the device state is a fault of the bus.
    private mutating func report(deviceState: UInt8, of sender: SocketAddress, _ actions: inout [BusAction]) {
        if deviceState & 1 != 0 { note("the router \(sender) has no connection to its bus", &actions) }
    }

    /// Logs a message once until the next connection, not for every frame.
    private mutating func note(_ text: String, _ actions: inout [BusAction]) {
        guard notes.count < Self.maxNotes, notes.insert(text).inserted else { return }
        actions.append(.note(text))
    }
}
