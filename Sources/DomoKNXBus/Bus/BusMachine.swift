public import DomoEngine
public import DomoKNX
import DomoKNXHouse

/// A pure state machine that turns orders and reads of the engine into telegrams, and telegrams into observations. It
/// routes; its parts decide. The connection to the bus is a separate machine; `KNXLinkMachine` combines the two.
public struct BusMachine: Sendable {
    /// An action of the machine.
    public enum Action: Sendable {
        /// Send or cancel a telegram, or release the interface for a while.
        case connection(BusInput)
        case link(KNXLinkAction)
    }

    var profile: KNXLinkProfile
    var actions: [Action] = []
    var connection = ConnectionState()
    var losses = Losses()
    var tickets = Tickets()
    var ordered = OrderedValues()
    var reads = Reads()
    var rereads = Rereads()
    var locks = Locks()
    var reporters = Reporters()
    var movements = Movements()
    var setPoints = SetPoints()
    var colours = Colours()
    var exposing: Exposing
    var pendingReads = PendingReads()
    var diagnosis = Diagnosis()

    public init(_ profile: KNXLinkProfile) {
        self.profile = profile
        exposing = Exposing(profile.bindings, clocks: profile.clocks)
    }

    /// Replaces the bindings; the connection stays open.
    public mutating func use(_ profile: KNXLinkProfile, at now: Instant) -> [Action] {
        locks.keep(profile.table)
        setPoints.keep(profile.bindings)
        colours.keep(profile.bindings, from: self.profile.bindings)
        var exposing = Exposing(profile.bindings, clocks: profile.clocks)
        exposing.keep(self.exposing)
        self.exposing = exposing
        // Facet numbers are valid for one set of bindings only.
        reads.endQueries(.cancelled, into: &actions)
        ordered = OrderedValues()
        rereads.renumber(from: self.profile, to: profile)
        reads.drop(into: &actions)
        if self.profile.endpoints != profile.endpoints { reads.restartBudget(profile.endpoints[0], at: now) }
        self.profile = profile
        if connection.isUp {
            rereads.begin(profile, at: now)
            readOwnStates(at: now)
        }
        return drainActions()
    }

    mutating func drainActions() -> [Action] {
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    // MARK: - The connection

    public mutating func handle(_ action: BusAction, at now: Instant) -> [Action] {
        switch action {
        case .up(let own, _):
            // A tunnel may have been opened again while known states were kept.
            let isReopened = connection.isUp
            connection.connect(as: own, into: &actions)
            if isReopened { reopened(at: now) } else { wentUp(at: now) }
        case .down(let reason):
            connection.disconnect(into: &actions)
            wentDown(reason, at: now)
        case .senders(let report): connection.note(report, into: &actions)
        case .described(let interface): connection.note(interface, into: &actions)
        case .received(let telegram, let frame): received(telegram, frame, at: now)
        case .undecodable(let telegram): received(telegram, at: now)
        case .missed(let reason):
            guard connection.isUp else { break }
            if losses.note(reason, at: now) {
                readAgain(because: reason, at: now)
            } else {
                actions.append(.report(.state(endpoint: nil, .missedReports(readsAgain: false))))
            }
        case .ended(let ticket, let end): ended(ticket, end, at: now)
        case .note(let text): actions.append(.note(text))
        case .warning(let text): actions.append(.warning(text))
        case .open, .close, .transmit, .restrict, .wake, .stopped, .search, .redirect: break
        }
        return drainActions()
    }

    /// Reads all states again. What is known of locks, movements and set-points stays, and so do orders and reads. Nothing
    /// else is sent: a router that loses telegrams would lose more.
    private mutating func readAgain(because reason: String, at now: Instant) {
        actions.append(.note("all states are read again: \(reason)"))
        readAll(.missedReports(readsAgain: true), at: now)
    }

    private mutating func reopened(at now: Instant) {
        losses.clear()
        readAll(.missedReports(readsAgain: true), at: now)
        exposeClocks(at: now)
    }

    private mutating func wentUp(at now: Instant) {
        losses.clear()
        reads.startBudget(profile.endpoints[0], at: now)
        connection.goUp()
        readAll(.up, at: now)
        exposeClocks(at: now)
    }

    private mutating func exposeClocks(at now: Instant) {
        for number in exposing.clocksShown { expose(number, at: now) }
    }

    private mutating func readAll(_ state: LinkState, at now: Instant) {
        rereads.begin(profile, at: now)
        // First, so that the engine has charged these reads before it sends waiting orders.
        readOwnStates(at: now)
        actions.append(.report(.state(endpoint: nil, state)))
    }

    private mutating func wentDown(_ reason: String, at now: Instant) {
        guard connection.goDown(reason) else { return }
        locks.clear()
        movements.clear()
        setPoints.clear()
        colours.clear()
        rereads.clear()
        reads.drop(into: &actions)
        reads.endQueries(.failed(reason: reason), into: &actions)
        actions.append(.report(.state(endpoint: nil, .down(reason: reason))))
    }

    // MARK: - Time

    public mutating func wake(at now: Instant) -> [Action] {
        let (late, lost) = tickets.expire(at: now)
        for number in late { actions.append(.cancel(ticket: number)) }
        for order in lost { actions.append(.outcome(order, .lost(reason: "the bus did not confirm it in time"))) }
        reads.expire(at: now, into: &actions)
        pendingReads.expire(at: now, into: &actions)
        expireSetPoints(at: now)
        expireColours(at: now)
        exposeDue(at: now)
        if let reason = losses.popDue(at: now), connection.isUp { readAgain(because: reason, at: now) }
        let due = rereads.due(profile, at: now)
        if connection.isUp { reads.addOwn(due) }
        readNext(at: now)
        return drainActions()
    }

    public var earliest: Instant? {
        [
            tickets.earliest, reads.earliest, rereads.earliest, losses.earliest, exposing.earliest,
            pendingReads.earliest, setPoints.earliest, colours.earliest,
        ].compactMap(\.self).min()
    }

    // MARK: - Telegrams out

    /// Passes a telegram to the connection.
    @discardableResult
    mutating func send(
        _ telegram: GroupTelegram,
        for purpose: Tickets.Purpose,
        until deadline: Instant? = nil,
        rank: SendRank = .order,
        mayRepeat: Bool = true,
        at now: Instant
    ) -> UInt64 {
        let number = tickets.add(telegram, for: purpose, until: deadline)
        actions.append(.send(telegram, ticket: number, rank: rank, mayRepeat: mayRepeat))
        switch purpose {
        // Charged where they are created.
        case .order, .read: break
        case .own, .command: reads.chargeTraffic(1, at: now, into: &actions)
        case .repetition: reads.chargeRepetition(at: now, into: &actions)
        }
        return number
    }

    private mutating func ended(_ number: UInt64, _ end: TelegramEnd, at now: Instant) {
        guard let ticket = tickets.end(number) else { return }
        if end.isSent { sent(ticket.telegram, for: ticket.purpose, at: now) }
        switch ticket.purpose {
        case .order(let id, let path): endOrder(id, path, end, ticket)
        case .read(let address):
            reads.end(address, ticket: number, isSent: end.isSent, at: now, into: &actions)
            readNext(at: now)
        case .own, .repetition: if !end.isSent { actions.append(.note(end.text(ticket.telegram.destination))) }
        case .command(let id): endCommand(id, end, ticket.telegram)
        }
        if case .refused = end { diagnosis.noteRefused(ticket.telegram.destination, at: now) }
    }
}
