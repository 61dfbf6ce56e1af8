public import DomoEngine
public import DomoKNX
import DomoKNXHouse
import DomoLanguage
import DomoModel

/// A pure state machine that turns orders and reads of the engine into telegrams, and telegrams into observations. The
/// connection to the bus is a separate machine; `KNXLinkMachine` combines the two.
public struct BusMachine: Sendable {
    /// An action of the machine.
    public enum Action: Sendable {
        /// Send or cancel a telegram, or release the interface for a while.
        case connection(BusInput)
        case link(KNXLinkAction)
    }

    var profile: KNXLinkProfile
    var isUp = false
    /// Why the connection is down.
    var downReason = "not connected yet"
    /// The address on the bus that the interface or the configuration gave domo.
    var ownAddress: IndividualAddress?
    var maxAPDU: Int?
    /// When the pause ends; nil if none was requested.
    var pausedUntil: Instant?
    /// The connection as last reported.
    private var connection = LinkConnection()
    var actions: [Action] = []
    var tickets = Tickets()
    var reads = Reads()
    var losses = Losses()
    /// The same budget that the engine keeps; it limits the link's own reads. Nil until the connection is up.
    var budget: Budget?
    /// When the budget allows the next of the link's own reads; nil if none waits for it.
    var nextOwnRead: Instant?
    var covers: Covers
    var exposing: Exposing
    /// The states that each query waits for.
    var queries: [Dispatch.ID: [OpenState]] = [:]
    /// The last ordered data and value of each facet: a state with the same data is reported as the exact value
    /// ordered.
    var ordered: [Int: (payload: Payload, value: Value)] = [:]
    /// When states with `Read.onExpiry` expire, by facet.
    var expiries: [Int: Instant] = [:]
    /// When to read facets that another device commanded and whose status has not arrived, by facet.
    var unverified: [Int: Instant] = [:]
    /// Reads that a person waits for, by the number of the command.
    var pendingReads: [UInt64: PendingRead] = [:]
    var traffic = Traffic()
    var learner = Learner()
    /// Movements that begin when their telegram is confirmed.
    var starts: [Dispatch.ID: CoverStart] = [:]

    /// A state that a query waits for.
    struct OpenState: Sendable {
        var target: Int
        var facet: Int
        var address: GroupAddress
        var value: Value?
    }

    struct CoverStart: Sendable {
        var path: String
        var direction: CoverEstimate.Direction
        /// Nil for a movement to the end of travel.
        var target: Double?
    }

    public init(_ profile: KNXLinkProfile) {
        self.profile = profile
        covers = Covers(profile.bindings)
        exposing = Exposing(profile.bindings, clocks: profile.clocks)
    }

    /// Replaces the bindings; the connection stays open.
    public mutating func use(_ profile: KNXLinkProfile, at now: Instant) -> [Action] {
        var covers = Covers(profile.bindings)
        covers.keep(self.covers)
        self.covers = covers
        var exposing = Exposing(profile.bindings, clocks: profile.clocks)
        exposing.keep(self.exposing)
        self.exposing = exposing
        // Facet numbers are valid for one set of bindings only.
        for id in queries.keys.sorted(by: { $0.number < $1.number }) { actions.append(.answer(id, .cancelled)) }
        (queries, ordered) = ([:], [:])
        expiries = renumbered(expiries, for: profile)
        unverified = renumbered(unverified, for: profile)
        for ticket in reads.clear().tickets { actions.append(.cancel(ticket: ticket)) }
        if self.profile.endpoints != profile.endpoints { budget = Budget(profile.endpoints[0], at: now) }
        self.profile = profile
        if isUp { readOwnStates(at: now) }
        return takeActions()
    }

    /// Maps the facet numbers to those of the new bindings; facets that the new bindings lack are dropped.
    private func renumbered(_ moments: [Int: Instant], for new: KNXLinkProfile) -> [Int: Instant] {
        var kept: [Int: Instant] = [:]
        for (number, moment) in moments {
            let facet = profile.bindings.facets[number].facet
            if let number = new.number(facet.path, facet.type) { kept[number] = moment }
        }
        return kept
    }

    mutating func takeActions() -> [Action] {
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    // MARK: - The connection

    public mutating func handle(_ action: BusAction, at now: Instant) -> [Action] {
        switch action {
        case .up(let own, let maxAPDU):
            pausedUntil = nil
            ownAddress = own
            report { $0.address = own?.description }
            wentUp(maxAPDU, at: now)
        case .down(let reason):
            report { $0.address = nil }
            wentDown(reason, at: now)
        case .described(let interface): report { $0.interface = InterfaceView(interface) }
        case .received(let telegram, let frame): received(telegram, frame, at: now)
        case .missed(let reason):
            if isUp, losses.note(reason, at: now) { readAgain(because: reason, at: now) }
        case .ended(let ticket, let end): ended(ticket, end, at: now)
        case .note(let text): actions.append(.note(text))
        case .warning(let text): actions.append(.warning(text))
        case .open, .close, .transmit, .wake, .stopped, .search, .redirect: break
        }
        return takeActions()
    }

    private mutating func readAgain(because reason: String, at now: Instant) {
        wentDown(reason, at: now)
        returned(at: now)
    }

    /// Reports the connection if it changed.
    private mutating func report(_ change: (inout LinkConnection) -> Void) {
        let before = connection
        change(&connection)
        if connection != before { actions.append(.report(.connection(connection))) }
    }

    private mutating func wentUp(_ maxAPDU: Int?, at now: Instant) {
        losses.clear()
        self.maxAPDU = maxAPDU
        if budget == nil { budget = Budget(profile.endpoints[0], at: now) }
        returned(at: now)
        for number in exposing.clocksShown { expose(number, at: now) }
    }

    /// Reads all states again. After missed frames nothing else is sent: a router that loses telegrams would lose more.
    private mutating func returned(at now: Instant) {
        isUp = true
        // First, so that the engine has charged these reads before it sends waiting orders.
        readOwnStates(at: now)
        actions.append(.report(.state(endpoint: nil, .up)))
    }

    private mutating func wentDown(_ reason: String, at now: Instant) {
        guard isUp || downReason != reason else { return }
        isUp = false
        downReason = reason
        covers.connectionLost()
        // Positions are unknown from here on, and all estimates have ended.
        for path in covers.paths { reportMovement(path, at: now) }
        expiries = [:]
        let given = reads.clear()
        for ticket in given.tickets { actions.append(.cancel(ticket: ticket)) }
        for id in given.queries { actions.append(.answer(id, .failed(reason: reason))) }
        unverified = [:]
        queries = [:]
        actions.append(.report(.state(endpoint: nil, .down(reason: reason))))
    }

    // MARK: - Time

    public mutating func wake(at now: Instant) -> [Action] {
        let (late, lost) = tickets.expire(at: now)
        for number in late { actions.append(.cancel(ticket: number)) }
        for id in lost {
            forgetMovement(id)
            actions.append(.outcome(id, .lost(reason: "the bus did not confirm it in time")))
        }
        let expired = reads.expire(at: now)
        for ticket in expired.tickets { actions.append(.cancel(ticket: ticket)) }
        for id in expired.queries { finish(id) }
        expirePendingReads(at: now)
        for step in covers.wake(at: now) { carryOut(step, at: now) }
        for number in exposing.wake(at: now) { expose(number, at: now) }
        if let reason = losses.takeDue(at: now), isUp { readAgain(because: reason, at: now) }
        readExpired(at: now)
        readUnverified(at: now)
        readNext(at: now)
        return takeActions()
    }

    public var earliest: Instant? {
        [
            tickets.earliest, reads.earliest, losses.earliest, unverified.values.min(), covers.earliest,
            exposing.earliest,
            expiries.values.min(),
            pendingReads.values.map(\.until).min(), nextOwnRead,
        ].compactMap { $0 }.min()
    }

    // MARK: - Telegrams out

    /// Passes a telegram to the connection.
    @discardableResult
    mutating func send(
        _ telegram: GroupTelegram,
        for purpose: Tickets.Purpose,
        until deadline: Instant? = nil,
        at now: Instant
    ) -> UInt64 {
        let number = tickets.add(telegram, for: purpose, until: deadline)
        actions.append(.send(telegram, ticket: number))
        switch purpose {
        // Charged where they are created.
        case .order, .read: break
        case .coverStop, .coverMove, .own, .command: charge(1, at: now)
        }
        return number
    }

    /// Charges bus traffic other than the engine's orders and queries.
    mutating func charge(_ cost: Int, at now: Instant) {
        guard cost > 0 else { return }
        budget?.chargeOthers(cost, at: now)
        actions.append(.report(.state(endpoint: nil, .traffic(cost: cost))))
    }

    private mutating func ended(_ number: UInt64, _ end: TelegramEnd, at now: Instant) {
        guard let isGivenUp = isGivenUp(number), let ticket = tickets.end(number) else { return }
        let isSent =
            switch end {
            case .confirmed, .sent: true
            case .refused, .notSent, .lost: false
            }
        if isSent { sent(ticket.telegram, for: ticket.purpose, at: now) }
        switch ticket.purpose {
        case .order(let id): endOrder(id, end, isGivenUp: isGivenUp, ticket.telegram, at: now)
        case .read(let address):
            if isSent {
                reads.noteSent(address, ticket: number, at: now)
            } else {
                for id in reads.failed(address, ticket: number) { finish(id) }
            }
            readNext(at: now)
        case .coverStop(let path, let isRetry): endStop(path, isRetry: isRetry, end, at: now)
        case .coverMove(let start): if isSent { began(start, at: now) } else { covers.forget(start.path) }
        case .own: if !isSent { actions.append(.note("\(ticket.telegram.destination): \(end.text)")) }
        case .command(let id): endCommand(id, end, ticket.telegram)
        }
        if case .refused = end { traffic.noteRefused(ticket.telegram.destination, at: now) }
    }

    private func isGivenUp(_ number: UInt64) -> Bool? { tickets.isOpen(number) ? tickets.isGivenUp(number) : nil }
}

extension TelegramEnd {
    /// True if the telegram certainly did not reach the bus, so that a retry can't act twice: a second step would turn
    /// the slats.
    var isKnownNotSent: Bool {
        switch self {
        case .refused, .notSent: true
        case .confirmed, .sent, .lost: false
        }
    }

    /// The text for messages.
    var text: String {
        switch self {
        case .confirmed: "confirmed"
        case .sent: "sent"
        case .refused(let reason): "refused: \(reason)"
        case .notSent(let reason): "not sent: \(reason)"
        case .lost(let reason): "no confirmation: \(reason)"
        }
    }
}
