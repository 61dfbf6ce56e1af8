/// An established tunnel: sequence numbers, acknowledgements, confirmations and the heartbeat.
///
/// Source: KNX 03/08/04 Tunnelling, 2.6; 03/08/02 Core, 5.4.
struct Tunnel: Hashable, Sendable {
    let channel: UInt8
    let control: SocketAddress
    /// The data endpoint for telegrams; it may differ from the control endpoint.
    let data: SocketAddress
    /// The endpoint of this client, as the interface sees it.
    let own: HostEndpoint
    let address: IndividualAddress?
    let since: Duration

    // The sequence numbers of the next own request and of the expected request of the interface.
    private var sequence: UInt8 = 0
    private var expected: UInt8 = 0
    /// Over UDP: the request that waits for its acknowledgement.
    private var flight: Flight?
    private var waiting = SendQueue()
    private var confirmations = TunnelConfirmations()
    private let limits: TunnelLimits
    /// When the expected request has to arrive at the latest.
    private var gapEnd: Duration?
    private var heartbeat: TunnelHeartbeat
    private(set) var features: TunnelFeatures
    /// Whether each heartbeat also queries which tunnels of the interface are in use.
    var requestsSlots = false
    /// Whether the interface lists its tunnels only in descriptions and does not support the extended search.
    var describesSlots = false
    /// When to request the description of the interface again; nil once it has arrived.
    var nextDescription: Duration?
    /// How long answers to the last request for a description are accepted.
    private var descriptionEnd: Duration?
    /// The maximum APDU length by the configuration, and by the description of the interface; nil for none.
    var configuredAPDU: Int?
    var describedAPDU: Int?
    /// Whether telegrams can be sent.
    private(set) var isUp = false
    /// Whether the interface has sent something from the bus.
    var hasHeard: Bool { confirmations.hasHeard }

    private struct Flight: Hashable {
        enum Content: Hashable {
            /// Nil once its confirmation has arrived, which may be before the acknowledgement.
            case telegram(TunnelConfirmations.Awaited?)
            case feature
        }

        var sequence: UInt8
        var octets: [UInt8]
        var content: Content
        var isRepeated = false
        var end: Duration
    }

    init(
        channel: UInt8,
        control: SocketAddress,
        data: SocketAddress,
        own: HostEndpoint,
        address: IndividualAddress?,
        limits: TunnelLimits = TunnelLimits(),
        at now: Duration
    ) {
        self.channel = channel
        self.control = control
        self.data = data
        self.own = own
        self.address = address
        self.limits = limits
        since = now
        heartbeat = TunnelHeartbeat(at: now)
        features = TunnelFeatures()
    }

    /// The request for the tunnels in use: over TCP interfaces answer description requests, but not searches.
    var slotRequest: [UInt8] {
        (isReliable || describesSlots
            ? IPFrame.descriptionRequest(control: own) : .searchRequest(.extended(answerTo: own))).encoded
    }

    /// Nil if unknown: then the interface may forward standard frames only.
    private var maxAPDU: Int? { configuredAPDU ?? features.maxAPDU ?? describedAPDU }

    private var isReliable: Bool { own.transport == .tcp }

    mutating func awaitDescription(at now: Duration) { descriptionEnd = now + TunnelTimes.heartbeatAnswer }

    func awaitsDescription(at now: Duration) -> Bool { descriptionEnd.map { now <= $0 } ?? false }

    // MARK: Up and down

    /// Starts sending once it is known whether the interface has feature services. If it has, its limits are queried
    /// first; otherwise telegrams are sent immediately.
    mutating func begin(asksFeatures: Bool, at now: Duration, _ actions: inout [BusAction]) {
        if asksFeatures { features.begin(at: now) }
        goUp(&actions)
        advance(at: now, &actions)
    }

    private mutating func goUp(_ actions: inout [BusAction]) {
        guard !isUp, !heartbeat.hasLostBus, !features.isBusLost, !features.isAsking else { return }
        isUp = true
        actions.append(.up(own: address, maxAPDU: maxAPDU))
    }

    /// Ends every telegram. Telegrams still in the queue are reported as not sent.
    mutating func endAll(_ reason: String, at now: Duration, _ actions: inout [BusAction]) {
        if case .telegram(let telegram?) = flight?.content {
            actions.append(.ended(ticket: telegram.ticket, .lost(reason: reason)))
            // If the tunnel stays open, the acknowledgement is still expected.
            flight?.content = .telegram(nil)
        }
        for ticket in confirmations.removeAll(at: now) { actions.append(.ended(ticket: ticket, .lost(reason: reason))) }
        for ticket in waiting.removeAll() { actions.append(.ended(ticket: ticket, .notSent(reason: reason))) }
    }

    // MARK: Sending

    mutating func send(
        _ telegram: GroupTelegram,
        ticket: UInt64,
        rank: SendRank,
        mayRepeat: Bool,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        let limit = maxAPDU ?? DataFrame.standardLength
        guard telegram.apduLength <= limit else {
            let reason = "the telegram has \(telegram.apduLength) octets; the interface forwards at most \(limit)"
            actions.append(.ended(ticket: ticket, .unsendable(reason: reason)))
            return
        }
        guard !waiting.isFull else {
            actions.append(.ended(ticket: ticket, .notSent(reason: SendQueue.fullText)))
            return
        }
        do {
            let message = try DataFrame(.request, telegram).encoded()
            waiting.add(
                .init(
                    ticket: ticket,
                    telegram: telegram.canonical,
                    rank: telegram.service == .read ? .read : rank,
                    mayRepeat: mayRepeat,
                    octets: message
                )
            )
        } catch {
            actions.append(.ended(ticket: ticket, .unsendable(reason: error.message)))
        }
        advance(at: now, &actions)
    }

    mutating func cancel(ticket: UInt64, _ actions: inout [BusAction]) {
        guard waiting.remove(ticket: ticket) else { return }
        actions.append(.ended(ticket: ticket, .notSent(reason: "cancelled")))
    }

    /// Sends the requests that may be sent now: over UDP one at a time, feature requests first.
    private mutating func advance(at now: Duration, _ actions: inout [BusAction]) {
        while flight == nil {
            if let (service, identifier, value) = features.next() {
                let feature = TunnellingFeature(
                    service,
                    channel: channel,
                    sequence: sequence,
                    identifier: identifier,
                    value: value
                )
                launch(.tunnellingFeature(feature), .feature, at: now, &actions)
            } else if isUp, let next = nextToSend() {
                let telegram = TunnelConfirmations.Awaited(
                    ticket: next.ticket,
                    telegram: next.telegram,
                    rank: next.rank,
                    mayRepeat: next.mayRepeat,
                    end: now + TunnelTimes.confirmation
                )
                let request = TunnellingRequest(channel: channel, sequence: sequence, message: next.octets)
                launch(.tunnellingRequest(request), .telegram(telegram), at: now, &actions)
            } else {
                return
            }
        }
    }

    private mutating func nextToSend() -> SendQueue.Entry? {
        let (orders, others, reads) = (confirmations.orders, confirmations.others, confirmations.reads)
        return waiting.pop { limits.maySend($0, orders: orders, others: others, reads: reads) }
    }

    private mutating func launch(
        _ frame: IPFrame,
        _ content: Flight.Content,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        let octets = frame.encoded
        actions.append(.transmit(octets, to: data))
        let launched = Flight(sequence: sequence, octets: octets, content: content, end: now + TunnelTimes.ack)
        sequence &+= 1
        if isReliable { land(launched, at: now) } else { flight = launched }
    }

    /// The interface has received the request.
    private mutating func land(_ landed: Flight, at now: Duration) {
        flight = nil
        guard case .telegram(var telegram?) = landed.content else { return }
        telegram.end = now + TunnelTimes.confirmation
        confirmations.await(telegram)
    }

    // MARK: Receiving

    /// Frames of other channels are ignored.
    mutating func receive(_ frame: IPFrame, at now: Duration, _ actions: inout [BusAction]) -> TunnelLoss? {
        switch frame {
        case .tunnellingAck(let ack) where ack.channel == channel:
            return acknowledge(ack, at: now, &actions)
        case .tunnellingRequest(let request) where request.channel == channel:
            guard accept(request.sequence, at: now, &actions) else { return nil }
            handle(message: request.message, at: now, &actions)
            advance(at: now, &actions)
        case .tunnellingFeature(let feature) where feature.channel == channel:
            guard accept(feature.sequence, at: now, &actions) else { return nil }
            handle(feature: feature, at: now, &actions)
            advance(at: now, &actions)
        case .connectionStateResponse(let response) where response.channel == channel:
            let loss = heartbeat.answer(response.status, at: now)
            if heartbeat.hasLostBus { loseBus(at: now, &actions) } else if loss == nil { goUp(&actions) }
            advance(at: now, &actions)
            return loss
        default: break
        }
        return nil
    }

    private mutating func acknowledge(
        _ ack: TunnellingAck,
        at now: Duration,
        _ actions: inout [BusAction]
    ) -> TunnelLoss? {
        guard let flight, flight.sequence == ack.sequence else { return nil }
        guard ack.status == .ok else {
            return TunnelLoss(
                reason: "the interface rejected a request: \(ack.status)",
                needsDisconnect: true,
                withoutFeatures: flight.content == .feature
            )
        }
        land(flight, at: now)
        advance(at: now, &actions)
        return nil
    }

    /// Whether to process a request of the interface: the expected one is acknowledged and processed, the previous one
    /// is acknowledged again and dropped, any other is dropped.
    ///
    /// Source: KNX 03/08/04 Tunnelling, 2.6.1. Over TCP there are no acknowledgements and the sequence number has no
    /// meaning.
    private mutating func accept(_ received: UInt8, at now: Duration, _ actions: inout [BusAction]) -> Bool {
        if isReliable { return true }
        let isExpected = received == expected
        guard isExpected || received == expected &- 1 else {
            if gapEnd == nil { gapEnd = now + TunnelTimes.gap }
            return false
        }
        let ack = TunnellingAck(channel: channel, sequence: received)
        actions.append(.transmit(IPFrame.tunnellingAck(ack).encoded, to: data))
        if isExpected {
            expected &+= 1
            gapEnd = nil
        }
        return isExpected
    }

    private mutating func handle(message: [UInt8], at now: Duration, _ actions: inout [BusAction]) {
        do {
            guard case .data(let frame) = try CEMIFrame(decoding: message) else { return }
            confirmations.noteHeard()
            switch frame.code {
            case .indication: actions.append(contentsOf: frame.report(message))
            case .confirmation: confirm(frame, at: now, &actions)
            case .request: break
            }
        } catch {
            actions.append(error.report(of: message))
        }
    }

    /// Ends the oldest telegram with the same destination and data. Nothing else has to match: interfaces fill in their
    /// own source, hop count, flags and additional information.
    private mutating func confirm(_ frame: DataFrame, at now: Duration, _ actions: inout [BusAction]) {
        let end: TelegramEnd =
            frame.isNegative ? .refused(reason: "no device answered") : .confirmed
        func matches(_ telegram: GroupTelegram) -> Bool {
            frame.destination == .group(telegram.destination) && frame.content == .group(telegram.service)
        }
        switch confirmations.match(matches, at: now) {
        case .awaited(let ticket): actions.append(.ended(ticket: ticket, end))
        case .overdue: break
        case .nothing:
            guard case .telegram(let telegram?) = flight?.content, matches(telegram.telegram) else { return }
            flight?.content = .telegram(nil)
            actions.append(.ended(ticket: telegram.ticket, end))
        }
    }

    private mutating func handle(feature: TunnellingFeature, at now: Duration, _ actions: inout [BusAction]) {
        let wasLost = features.isBusLost
        features.note(feature)
        if !wasLost, features.isBusLost { loseBus(at: now, &actions) }
        goUp(&actions)
    }

    /// The tunnel stays open.
    private mutating func loseBus(at now: Duration, _ actions: inout [BusAction]) {
        guard isUp else { return }
        let reason = "the interface lost its connection to the bus"
        endAll(reason, at: now, &actions)
        isUp = false
        actions.append(.down(reason: reason))
    }

    // MARK: Time

    /// When the tunnel next has to act.
    var deadline: Duration {
        var first = heartbeat.next
        if let flight { first = min(first, flight.end) }
        if let gapEnd { first = min(first, gapEnd) }
        if let end = features.end { first = min(first, end) }
        if let nextDescription { first = min(first, nextDescription) }
        if let end = confirmations.earliest { first = min(first, end) }
        return first
    }

    mutating func wake(at now: Duration, _ actions: inout [BusAction]) -> TunnelLoss? {
        if let gapEnd, gapEnd <= now {
            return TunnelLoss(
                reason: "telegrams from the interface were lost",
                needsDisconnect: true,
                concernsTunnelAlone: true
            )
        }
        if let loss = repeatFlight(at: now, &actions) { return loss }
        if let loss = beat(at: now, &actions) { return loss }
        if let next = nextDescription, next <= now {
            nextDescription = now + TunnelTimes.heartbeat
            awaitDescription(at: now)
            actions.append(.transmit(IPFrame.descriptionRequest(control: own).encoded, to: control))
        }
        for ticket in confirmations.expire(at: now) {
            actions.append(.ended(ticket: ticket, .lost(reason: "the interface did not confirm the telegram")))
        }
        if confirmations.isHalfDead {
            return TunnelLoss(
                reason: "the interface confirms nothing",
                needsDisconnect: true,
                concernsTunnelAlone: true
            )
        }
        features.expire(at: now)
        goUp(&actions)
        advance(at: now, &actions)
        return nil
    }

    private mutating func repeatFlight(at now: Duration, _ actions: inout [BusAction]) -> TunnelLoss? {
        guard let flying = flight, flying.end <= now else { return nil }
        if flying.isRepeated {
            return TunnelLoss(
                reason: "the interface did not acknowledge a request",
                needsDisconnect: true,
                withoutFeatures: flying.content == .feature
            )
        }
        flight?.isRepeated = true
        flight?.end = now + TunnelTimes.ack
        actions.append(.transmit(flying.octets, to: data))
        return nil
    }

    private mutating func beat(at now: Duration, _ actions: inout [BusAction]) -> TunnelLoss? {
        switch heartbeat.beat(at: now) {
        case .notDue: return nil
        case .lost(let loss): return loss
        case .request: break
        }
        let request = IPFrame.connectionStateRequest(ChannelRequest(channel: channel, control: own))
        actions.append(.transmit(request.encoded, to: control))
        if requestsSlots {
            awaitDescription(at: now)
            actions.append(.transmit(slotRequest, to: control))
        }
        features.requestConnectionStatus()
        return nil
    }
}
