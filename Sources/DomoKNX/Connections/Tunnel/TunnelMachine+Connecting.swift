extension TunnelMachine {
    mutating func start(at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle, .paused: open(at: now, &actions)
        // The disconnection was for a pause, or `start` follows `stop`.
        case .leaving(var leaving):
            if leaving.next == .stop { actions.append(.stopped) }
            leaving.next = .reconnect
            state = .leaving(leaving)
        case .opening, .connecting, .inquiring, .connected, .waiting: break
        }
    }

    mutating func open(at now: Duration, _ actions: inout [BusAction]) {
        state = .opening(end: now + TunnelTimes.open)
        actions.append(.open)
    }

    mutating func opened(
        _ address: SocketAddress,
        peer: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        guard case .opening = state else {
            // Opened too late.
            if !hasSocket { actions.append(.close) }
            return
        }
        self.peer = peer
        senders.begin([accepted(peer)])
        let isAnonymous = options.transport == .tcp || options.usesNAT || address.host == 0
        let own: HostEndpoint = isAnonymous ? .anonymous(options.transport) : HostEndpoint(.udp, address)
        state = .connecting(own: own, end: now + TunnelTimes.connect)
        // The description first: its answer reports whether the interface has feature services.
        let connect = ConnectRequest(control: own, data: own, kind: .tunnel(address: options.address))
        for frame in [IPFrame.descriptionRequest(control: own), .connectRequest(connect)] {
            actions.append(.transmit(frame.encoded, to: options.server))
        }
    }

    mutating func closed(_ reason: String, at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle, .waiting, .paused: break
        case .opening, .connecting, .inquiring: wait(reason, isOpen: false, at: now, &actions)
        case .connected(let tunnel):
            end(tunnel, TunnelLoss(reason: reason, needsDisconnect: false), isOpen: false, at: now, &actions)
        case .leaving(let leaving): left(leaving, isOpen: false, at: now, &actions)
        }
    }

    /// Waits after a failed attempt or a lost connection.
    mutating func wait(
        _ reason: String,
        isOpen: Bool = true,
        isAnswered: Bool = false,
        afterFailures failures: Int = 0,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        report(down: reason, &actions)
        if isOpen { actions.append(.close) }
        state = .waiting(end: now + backoff.next(atLeastAfter: failures))
        if !isAnswered { searchAfterFailures(&actions) }
    }

    mutating func connectResponse(
        _ response: ConnectResponse,
        from sender: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        switch (state, response.outcome) {
        case (.connecting(let own, _), .connected(let data, _)) where !isAccepted(data.address(for: sender)):
            refuse(data.address(for: sender), response.channel, own, at: now, &actions)
        case (.connecting(let own, _), .connected(let data, let address)):
            senders.clearAnswer()
            senders.allow(accepted(data.address(for: sender)), &actions)
            var tunnel = Tunnel(
                channel: response.channel,
                control: options.server,
                data: data.address(for: sender),
                own: own,
                address: address,
                limits: TunnelLimits(unconfirmed: options.maxUnconfirmed),
                at: now
            )
            tunnel.configuredAPDU = options.maxAPDU
            tunnel.describedAPDU = interface?.maxAPDU
            let hasFeatures = interface?.supportsFeatures ?? false
            var reports: [BusAction] = []
            tunnel.begin(asksFeatures: hasFeatures && !withoutFeatures, at: now, &reports)
            pass(reports, &actions)
            state = .connected(tunnel)
            recognise(&actions)
            if interface != nil {
                requestSlots(&tunnel, at: now, &actions)
            } else {
                tunnel.nextDescription = now + TunnelTimes.description
            }
            state = .connected(tunnel)
        case (.connecting(let own, _), .refused(let status)):
            refused(status, own, at: now, &actions)
        case (.leaving(var leaving), .connected) where leaving.channel == nil:
            leaving.channel = response.channel
            leaving.end = now + TunnelTimes.leave
            disconnect(response.channel, leaving.own, &actions)
            state = .leaving(leaving)
        case (.leaving(let leaving), .refused) where leaving.channel == nil:
            left(leaving, isOpen: true, at: now, &actions)
        // A second, unused tunnel: the network duplicated the request.
        case (.connected(let tunnel), .connected)
        where tunnel.channel != response.channel && now - tunnel.since < TunnelTimes.connect:
            disconnect(response.channel, tunnel.own, &actions)
        case (.idle, _), (.opening, _), (.inquiring, _), (.connected, _), (.leaving, _), (.waiting, _), (.paused, _):
            break
        }
    }

    // MARK: Refused

    /// Queries an interface with a newer core: which of its tunnels are in use. A search over TCP is not answered.
    private mutating func refused(
        _ status: StatusCode,
        _ own: HostEndpoint,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        whereabouts.failures = 0
        guard options.transport == .udp else { return explain(status, at: now, &actions) }
        let search = IPFrame.searchRequest(.extended(answerTo: own))
        actions.append(.transmit(search.encoded, to: options.server))
        state = .inquiring(status, end: now + TunnelTimes.inquiry)
    }

    mutating func describe(_ description: InterfaceDescription, at now: Duration, _ actions: inout [BusAction]) {
        let isFirst = interface == nil
        switch state {
        case .connecting: learn(description)
        case .inquiring(let status, _):
            // The description may arrive before the answer to the search, which lists the tunnels.
            learn(description)
            if description.control != nil { explain(status, at: now, &actions) }
        case .connected(let tunnel) where !isFirst && !tunnel.awaitsDescription(at: now): break
        case .connected(var tunnel):
            learn(description)
            recognise(&actions)
            tunnel.describedAPDU = interface?.maxAPDU
            state = .connected(tunnel)
            // The first description, after the connect response.
            guard isFirst else { return }
            tunnel.nextDescription = nil
            if description.supportsFeatures, !withoutFeatures { tunnel.begin(asksFeatures: true, at: now, &actions) }
            requestSlots(&tunnel, at: now, &actions)
            state = .connected(tunnel)
        case .idle, .opening, .leaving, .waiting, .paused: break
        }
    }

    private mutating func learn(_ description: InterfaceDescription) {
        if interface == nil { interface = description } else { interface?.add(description) }
    }

    /// Queries the tunnels again: the first description does not include this connection.
    private func requestSlots(_ tunnel: inout Tunnel, at now: Duration, _ actions: inout [BusAction]) {
        guard let interface, interface.tunnelling != nil || options.transport == .udp && interface.listsSlots else {
            return
        }
        tunnel.requestsSlots = true
        tunnel.describesSlots = !interface.listsSlots
        tunnel.awaitDescription(at: now)
        actions.append(.transmit(tunnel.slotRequest, to: options.server))
    }

    /// Reports why there is no tunnel, and tries again later.
    mutating func explain(_ status: StatusCode?, at now: Duration, _ actions: inout [BusAction]) {
        if interface?.requiresSecureTunnelling == true {
            note("the interface accepts tunnels only with KNX IP Secure, which is not supported", &actions)
        }
        if let slots = interface?.slots, !slots.isEmpty, status != nil {
            note("tunnels of the interface: " + slots.map(\.description).joined(separator: ", "), &actions)
        }
        let isFull = [.noMoreConnections, .noMoreUniqueConnections, .connectionInUse].contains(status)
        var reason = status.map { "the interface refused the connection: \($0)" } ?? noAnswer
        if status != nil, let use = interface?.use { reason += "; \(use)" }
        if let interface { actions.append(.described(interface)) }
        // A full interface frees the tunnels of killed clients only after 120 s, so the first waiting time is 4–8 s.
        wait(reason, isAnswered: status != nil, afterFailures: isFull ? 3 : 0, at: now, &actions)
        // The interface may have changed by the next attempt.
        interface = nil
    }
}

extension InterfaceDescription {
    /// The maximum APDU length that its tunnels forward; nil if it does not report one.
    fileprivate var maxAPDU: Int? {
        // 0 would forbid every telegram.
        guard let octets = tunnelling?.maxAPDU, octets > 0 else { return nil }
        return min(Int(octets), DataFrame.maxLength)
    }
}
