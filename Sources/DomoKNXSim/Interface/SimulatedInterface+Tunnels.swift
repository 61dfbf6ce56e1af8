import DomoKNX

/// The traffic through tunnels.
extension SimulatedInterface {
    // MARK: From clients

    mutating func handle(request: TunnellingRequest, by path: Path, at now: Duration) {
        guard accept(channel: request.channel, sequence: request.sequence, by: path, at: now) else { return }
        guard case .data(let frame) = cemi(request.message), frame.code == .request,
            let tunnel = tunnels.first(where: { $0.channel == request.channel })
        else { return }
        pass(frame, of: tunnel, at: now)
    }

    /// Acknowledges a frame over UDP.
    ///
    /// Source: KNX 03/08/04 Tunnelling, 2.6: the expected number is processed, the previous one acknowledged and
    /// discarded, any other discarded. Over TCP (v2) the number has no meaning and there are no acknowledgements.
    ///
    /// - Returns: True if the frame is to be processed.
    private mutating func accept(channel: UInt8, sequence: UInt8, by path: Path, at now: Duration) -> Bool {
        guard let index = index(ofChannel: channel, by: path) else { return false }
        if bus.faults.next(.lostRequest, at: now) != nil { return false }
        guard case .udp(_, let data, _) = tunnels[index].client else { return true }
        let expected = tunnels[index].receiveSequence
        let isNew = sequence == expected
        guard isNew || sequence == expected &- 1 else { return false }
        if isNew { tunnels[index].receiveSequence &+= 1 }
        if isNew, bus.faults.next(.lostAck, at: now) != nil { return true }
        let isBad = isNew && bus.faults.next(.badAck, at: now) != nil
        let ack = TunnellingAck(channel: channel, sequence: sequence, status: isBad ? .dataConnection : .ok)
        actions.append(.datagram(IPFrame.tunnellingAck(ack).encoded, to: data))
        return isNew
    }

    /// Decodes any octets; an invalid cEMI message is acknowledged and ignored.
    func cemi(_ octets: [UInt8]) -> CEMIFrame? {
        do throws(FrameFault) {
            return try CEMIFrame(decoding: octets)
        } catch {
            return nil
        }
    }

    private mutating func pass(_ frame: DataFrame, of tunnel: SimulatedTunnel, at now: Duration) {
        if tunnel.isDead || bus.faults.has(.noBus, at: now) { return }
        var frame = frame
        // The interface fills in the address of the tunnel.
        frame.source = tunnel.address
        guard let telegram = frame.telegram else {
            // All devices receive a broadcast; no device can be addressed individually.
            return confirm(frame, isNegative: frame.destination != .broadcast, to: tunnel.channel, at: now)
        }
        if isBusLost || telegram.apduLength > Int(settings.maxAPDU)
            || bus.faults.next(.negative, group: telegram.destination, at: now) != nil
        {
            return confirm(frame, isNegative: true, to: tunnel.channel, at: now)
        }
        lastTicket += 1
        requests[lastTicket] = .tunnel(channel: tunnel.channel, frame)
        bus.send(telegram, from: .interface(ticket: lastTicket), at: now)
    }

    mutating func handle(ack: TunnellingAck, by path: Path, at now: Duration) {
        guard let index = index(ofChannel: ack.channel, by: path),
            let frame = tunnels[index].unacknowledged, frame.sequence == ack.sequence, ack.status == .ok
        else { return }
        tunnels[index].unacknowledged = nil
        flush(index, at: now)
    }

    // MARK: From the bus

    /// Forwards a telegram from the bus to clients and to the multicast group.
    mutating func forward(_ passed: PassedTelegram, at now: Duration) {
        var sender: UInt8?
        var isRouted = false
        if case .interface(let ticket) = passed.origin {
            switch requests.removeValue(forKey: ticket) {
            case .tunnel(let channel, let frame):
                sender = channel
                confirm(frame, isNegative: !passed.isAcknowledged, to: channel, at: now)
            case .routing: isRouted = true
            case nil: break
            }
        }
        guard !isBusLost, !bus.faults.has(.noBus, at: now) else { return }
        let frame = DataFrame(.indication, passed.telegram)
        guard var octets = encoded(frame) else { return }
        let group = passed.telegram.destination
        if bus.faults.next(.undecodable, group: group, at: now) != nil { octets.removeLast() }
        for tunnel in tunnels where tunnel.channel != sender && !tunnel.isDead {
            send(.message(octets), to: tunnel.channel, at: now)
        }
        guard settings.routingGroup != nil, !isRouted else { return }
        if bus.faults.next(.unrouted, group: group, at: now) != nil {
            sendLost()
        } else {
            actions.append(.multicast(IPFrame.routingIndication(octets).encoded))
        }
    }

    private func encoded(_ frame: DataFrame) -> [UInt8]? {
        do throws(FrameFault) {
            return try frame.encoded()
        } catch {
            // Can't happen: it was received as a frame or is the value of a group object.
            return nil
        }
    }

    private mutating func confirm(_ frame: DataFrame, isNegative: Bool, to channel: UInt8, at now: Duration) {
        var group: GroupAddress?
        if case .group(let address) = frame.destination { group = address }
        if bus.faults.next(.noConfirmation, group: group, at: now) != nil { return }
        if bus.faults.has(.noBus, at: now) || tunnels.contains(where: { $0.channel == channel && $0.isDead }) { return }
        var frame = frame
        frame.code = .confirmation
        frame.isNegative = isNegative
        guard let octets = encoded(frame) else { return }
        if let slow = bus.faults.next(.slow, group: group, at: now) {
            delayed.add((channel, octets), at: now + slow.delay)
        } else {
            send(.message(octets), to: channel, at: now)
        }
    }

    // MARK: To clients

    mutating func send(_ outgoing: SimulatedTunnel.Outgoing, to channel: UInt8, at now: Duration) {
        guard let index = tunnels.firstIndex(where: { $0.channel == channel }) else { return }
        tunnels[index].outgoing.append(outgoing)
        flush(index, at: now)
    }

    /// Sends waiting frames: over TCP all, over UDP one at a time.
    private mutating func flush(_ index: Int, at now: Duration) {
        while tunnels[index].unacknowledged == nil, !tunnels[index].outgoing.isEmpty {
            let next = tunnels[index].outgoing.removeFirst()
            let tunnel = tunnels[index]
            let sequence = tunnel.sendSequence
            tunnels[index].sendSequence &+= 1
            // Over TCP nothing is lost between two frames that arrive.
            if case .udp = tunnel.client, bus.faults.next(.gap, at: now) != nil { continue }
            let octets = encoded(next, channel: tunnel.channel, sequence: sequence)
            if case .udp = tunnel.client {
                tunnels[index].unacknowledged = SimulatedTunnel.Unacknowledged(
                    octets: octets,
                    sequence: sequence,
                    isRepeated: false,
                    deadline: now + settings.ackTimeout
                )
            }
            let copies = bus.faults.next(.duplicate, at: now) == nil ? 1 : 2
            for _ in 0..<copies { transmit(octets, inTunnel: tunnel) }
        }
    }

    private func encoded(_ outgoing: SimulatedTunnel.Outgoing, channel: UInt8, sequence: UInt8) -> [UInt8] {
        switch outgoing {
        case .message(let message):
            let request = TunnellingRequest(channel: channel, sequence: sequence, message: message)
            return IPFrame.tunnellingRequest(request).encoded
        case .feature(var feature):
            feature.sequence = sequence
            return IPFrame.tunnellingFeature(feature).encoded
        }
    }

    mutating func transmit(_ octets: [UInt8], inTunnel tunnel: SimulatedTunnel) {
        switch tunnel.client {
        case .udp(_, let data, _): actions.append(.datagram(octets, to: data))
        case .tcp(let stream): actions.append(.stream(stream, octets))
        }
    }

    // MARK: Features

    func feature(
        _ service: TunnellingFeature.Service,
        _ identifier: TunnellingFeature.Identifier,
        _ value: [UInt8],
        channel: UInt8
    ) -> TunnellingFeature {
        TunnellingFeature(service, channel: channel, sequence: 0, identifier: identifier, value: value)
    }

    /// Source: KNX 03/08/04 Tunnelling v2, feature services; return codes as in xknx 4.0.0: 0xFD no such property, 0xFB
    /// read-only.
    mutating func handle(feature request: TunnellingFeature, by path: Path, at now: Duration) {
        guard accept(channel: request.channel, sequence: request.sequence, by: path, at: now),
            let index = tunnels.firstIndex(where: { $0.channel == request.channel })
        else { return }
        var value: [UInt8] = []
        var code: UInt8 = 0
        switch request.service {
        case .get:
            if let known = self.value(of: request.identifier, tunnels[index]) { value = known } else { code = 0xFD }
        case .set:
            if request.identifier == .infoService, let first = request.value.first, first <= 1 {
                tunnels[index].wantsInfo = first == 1
                value = [first]
            } else {
                code = 0xFB
            }
        case .response, .info: return
        }
        let response = feature(
            .response(returnCode: code),
            request.identifier,
            value,
            channel: request.channel
        )
        send(.feature(response), to: request.channel, at: now)
    }

    private func value(of identifier: TunnellingFeature.Identifier, _ tunnel: SimulatedTunnel) -> [UInt8]? {
        func word(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
        return switch identifier {
        // Bit 2 and number 3: cEMI.
        case .supportedEMI: word(0x0004)
        case .activeEMI: [0x03]
        // A KNXnet/IP router on TP1.
        case .deviceDescriptor: word(0x091A)
        case .busConnection: [isBusLost ? 0 : 1]
        case .manufacturer: word(UInt16(truncatingIfNeeded: settings.serialNumber.raw >> 32))
        case .individualAddress: word(tunnel.address.raw)
        case .maxAPDU: word(settings.maxAPDU)
        case .infoService: [tunnel.wantsInfo ? 1 : 0]
        default: nil
        }
    }
}
