extension TunnelMachine {
    mutating func pause(until end: Duration, at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle: break
        case .leaving(let leaving) where leaving.next == .stop: break
        case .paused: state = .paused(end: end)
        case .opening, .connecting, .inquiring, .connected, .leaving, .waiting:
            leave(for: .pause(until: end), "paused", at: now, &actions)
        }
    }

    /// Ends the connection on purpose.
    mutating func leave(
        for next: TunnelLeaving.Next,
        _ reason: String,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        switch state {
        case .idle:
            if next == .stop { actions.append(.stopped) }
        case .paused, .waiting:
            report(down: reason, &actions)
            arrive(next, at: now, &actions)
        case .opening, .inquiring:
            report(down: reason, &actions)
            actions.append(.close)
            arrive(next, at: now, &actions)
        case .connecting(let own, _):
            // Wait for the response: a tunnel opened in the meantime would otherwise stay in use for 120 s.
            report(down: reason, &actions)
            state = .leaving(TunnelLeaving(own: own, next: next, end: now + TunnelTimes.leave))
        case .connected(var tunnel):
            tunnel.endAll(reason, at: now, &actions)
            report(down: reason, &actions)
            leave(tunnel, for: next, at: now, &actions)
        case .leaving(var leaving):
            leaving.next = next
            state = .leaving(leaving)
        }
    }

    private mutating func leave(
        _ tunnel: Tunnel,
        for next: TunnelLeaving.Next,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        disconnect(tunnel.channel, tunnel.own, &actions)
        state = .leaving(
            TunnelLeaving(channel: tunnel.channel, own: tunnel.own, next: next, end: now + TunnelTimes.leave)
        )
    }

    func disconnect(_ channel: UInt8, _ own: HostEndpoint, _ actions: inout [BusAction]) {
        let request = IPFrame.disconnectRequest(ChannelRequest(channel: channel, control: own))
        actions.append(.transmit(request.encoded, to: options.server))
    }

    /// Handles a lost connection.
    mutating func end(
        _ tunnel: Tunnel,
        _ loss: TunnelLoss,
        isOpen: Bool = true,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        var tunnel = tunnel
        tunnel.endAll(loss.reason, at: now, &actions)
        featureFailures = loss.withoutFeatures ? featureFailures + 1 : 0
        if withoutFeatures {
            note("the interface does not acknowledge feature requests; connecting without them", &actions)
        }
        // A connection that ended immediately does not count as a success.
        if now - tunnel.since >= TunnelTimes.heartbeat { backoff.reset() }
        interface = nil
        if tunnel.hasHeard { hasReopened = false }
        if loss.concernsTunnelAlone, !hasReopened, backoff.isShort {
            // States are kept until that fails too; then they are read again.
            hasReopened = true
            note("\(loss.reason); connecting again", &actions)
            leave(tunnel, for: .reconnect, at: now, &actions)
        } else if loss.needsDisconnect {
            report(down: loss.reason, &actions)
            leave(tunnel, for: .reconnect, at: now, &actions)
        } else {
            wait(loss.reason, isOpen: isOpen, at: now, &actions)
        }
    }

    /// The disconnection is complete.
    mutating func left(_ leaving: TunnelLeaving, isOpen: Bool, at now: Duration, _ actions: inout [BusAction]) {
        if isOpen { actions.append(.close) }
        arrive(leaving.next, at: now, &actions)
    }

    private mutating func arrive(_ next: TunnelLeaving.Next, at now: Duration, _ actions: inout [BusAction]) {
        switch next {
        case .reconnect: state = .waiting(end: now + backoff.next())
        case .pause(let end): state = .paused(end: end)
        case .stop:
            backoff.reset()
            state = .idle
            actions.append(.stopped)
        }
    }
}
