extension TunnelMachine {
    mutating func receive(
        _ octets: [UInt8],
        from sender: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        guard hasSocket else { return }
        // A stream has one peer.
        guard options.transport == .tcp || senders.admits(sender) else {
            return refuse(octets, from: sender, at: now, &actions)
        }
        let frame: IPFrame
        do {
            frame = try IPFrame(decoding: octets)
        } catch {
            note("\(sender) sent an invalid KNXnet/IP frame: \(error.message)", &actions)
            return
        }
        switch frame {
        case .connectResponse(let response): connectResponse(response, from: sender, at: now, &actions)
        case .disconnectRequest(let request): disconnected(request, from: sender, at: now, &actions)
        case .disconnectResponse(let response):
            guard case .leaving(let leaving) = state, leaving.channel == response.channel else { return }
            left(leaving, isOpen: true, at: now, &actions)
        case .searchResponse, .descriptionResponse:
            if let description = InterfaceDescription(frame) { describe(description, at: now, &actions) }
        case .tunnellingRequest, .tunnellingAck, .tunnellingFeature, .connectionStateResponse:
            guard case .connected(var tunnel) = state else { return }
            let loss = run(&tunnel, &actions) { $0.receive(frame, at: now, &$1) }
            endIfLost(tunnel, loss, at: now, &actions)
        case .secure(let type, _):
            note("\(sender) sent a KNX IP Secure frame (\(type)), which is not supported", &actions)
        case .searchRequest, .descriptionRequest, .connectRequest, .connectionStateRequest, .routingIndication,
            .routingLostMessage, .routingBusy, .other:
            note("\(sender) sent a frame that does not belong to a tunnel (\(frame.type))", &actions)
        }
    }

    /// Whether frames can be sent and received.
    var hasSocket: Bool {
        switch state {
        case .idle, .opening, .waiting, .paused: false
        case .connecting, .inquiring, .connected, .leaving: true
        }
    }

    private mutating func disconnected(
        _ request: ChannelRequest,
        from sender: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        var status = StatusCode.connectionID
        switch state {
        case .connected(let tunnel) where tunnel.channel == request.channel: status = .ok
        case .leaving(let leaving) where leaving.channel == request.channel: status = .ok
        case .connected, .leaving, .idle, .opening, .connecting, .inquiring, .waiting, .paused: break
        }
        let response = IPFrame.disconnectResponse(ChannelResponse(channel: request.channel, status: status))
        let control = request.control.address(for: sender)
        // Not to a third party that the frame names.
        let receiver = options.transport == .tcp || senders.admits(control) ? control : sender
        actions.append(.transmit(response.encoded, to: receiver))
        guard status == .ok else { return }
        switch state {
        case .connected(let tunnel):
            end(
                tunnel,
                TunnelLoss(reason: "the interface closed the connection", needsDisconnect: false),
                at: now,
                &actions
            )
        case .leaving(let leaving): left(leaving, isOpen: true, at: now, &actions)
        case .idle, .opening, .connecting, .inquiring, .waiting, .paused: break
        }
    }

    mutating func wake(at now: Duration, _ actions: inout [BusAction]) {
        switch state {
        case .idle: break
        case .opening(let end):
            if end <= now { wait("the socket could not be opened in time", at: now, &actions) }
        case .connecting(_, let end):
            if end <= now { explain(nil, at: now, &actions) }
        case .inquiring(let status, let end):
            if end <= now { explain(status, at: now, &actions) }
        case .waiting(let end), .paused(let end):
            guard end <= now else { return }
            state = .opening(end: now + TunnelTimes.open)
            actions.append(.open)
        case .leaving(var leaving):
            guard leaving.end <= now else { return }
            guard let channel = leaving.channel, !leaving.isRepeated else {
                return left(leaving, isOpen: true, at: now, &actions)
            }
            leaving.isRepeated = true
            leaving.end = now + TunnelTimes.leave
            disconnect(channel, leaving.own, &actions)
            state = .leaving(leaving)
        case .connected(var tunnel):
            let loss = run(&tunnel, &actions) { $0.wake(at: now, &$1) }
            endIfLost(tunnel, loss, at: now, &actions)
        }
    }

    /// Runs the tunnel and passes on its reports.
    private mutating func run(
        _ tunnel: inout Tunnel,
        _ actions: inout [BusAction],
        _ body: (inout Tunnel, inout [BusAction]) -> TunnelLoss?
    ) -> TunnelLoss? {
        var reports: [BusAction] = []
        let loss = body(&tunnel, &reports)
        pass(reports, &actions)
        return loss
    }

    private mutating func endIfLost(
        _ tunnel: Tunnel,
        _ loss: TunnelLoss?,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        if let loss { end(tunnel, loss, at: now, &actions) } else { state = .connected(tunnel) }
    }
}
