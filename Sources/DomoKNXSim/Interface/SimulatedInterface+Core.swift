import DomoKNX

/// Searches, descriptions and connections.
extension SimulatedInterface {
    /// The destination of an answer.
    enum Path {
        case udp(SocketAddress)
        case tcp(stream: Int)
    }

    mutating func handle(datagram octets: [UInt8], from sender: SocketAddress, at now: Duration) {
        guard let frame = decoded(octets) else { return }
        handle(frame: frame, by: .udp(sender), at: now)
    }

    mutating func handle(_ octets: [UInt8], fromStream stream: Int, at now: Duration) {
        guard let pieces = streams[stream]?.split(octets) else { return }
        for piece in pieces {
            switch piece {
            case .frame(let octets):
                if let frame = decoded(octets) { handle(frame: frame, by: .tcp(stream: stream), at: now) }
            case .garbage: return close(stream)
            }
        }
    }

    private mutating func close(_ stream: Int) {
        streams[stream] = nil
        tunnels.removeAll { $0.client == .tcp(stream: stream) }
        actions.append(.closeStream(stream))
    }

    /// Decodes a frame; a server ignores invalid ones.
    func decoded(_ octets: [UInt8]) -> IPFrame? {
        do throws(FrameFault) {
            return try IPFrame(decoding: octets)
        } catch {
            return nil
        }
    }

    private mutating func handle(frame: IPFrame, by path: Path, at now: Duration) {
        switch frame {
        case .searchRequest(let request): answer(request, by: path)
        case .descriptionRequest(let control):
            reply(.descriptionResponse(blocks([.device, .families, .tunnelling])), to: control, by: path)
        case .connectRequest(let request): connect(request, by: path, at: now)
        case .connectionStateRequest(let request):
            if bus.faults.next(.deaf, at: now) != nil { return }
            let index = index(ofChannel: request.channel, by: path)
            if let index { tunnels[index].lastHeartbeat = now }
            let hasBus = !bus.faults.has(.noBus, at: now)
            let status: StatusCode = index == nil ? .connectionID : hasBus ? .ok : .knxConnection
            let response = ChannelResponse(channel: request.channel, status: status)
            reply(.connectionStateResponse(response), to: request.control, by: path)
        case .disconnectRequest(let request):
            let index = index(ofChannel: request.channel, by: path)
            let status: StatusCode = index == nil ? .connectionID : .ok
            let response = ChannelResponse(channel: request.channel, status: status)
            reply(.disconnectResponse(response), to: request.control, by: path)
            if let index { tunnels.remove(at: index) }
        case .tunnellingRequest(let request): handle(request: request, by: path, at: now)
        case .tunnellingFeature(let feature): handle(feature: feature, by: path, at: now)
        case .tunnellingAck(let ack): handle(ack: ack, by: path, at: now)
        case .searchResponse, .descriptionResponse, .connectResponse, .connectionStateResponse, .disconnectResponse,
            .routingIndication, .routingLostMessage, .routingBusy, .secure, .other:
            break
        }
    }

    /// The tunnel of a channel, if the frame came from its client: others can't use, close or keep it.
    func index(ofChannel channel: UInt8, by path: Path) -> Int? {
        tunnels.firstIndex { tunnel in
            switch (tunnel.client, path) {
            case (.udp(let control, let data, let first), .udp(let sender)):
                tunnel.channel == channel && [control, data, first].contains(sender)
            case (.tcp(let one), .tcp(let other)): tunnel.channel == channel && one == other
            case (.udp, .tcp), (.tcp, .udp): false
            }
        }
    }

    /// - Parameter endpoint: The endpoint in the request; 0.0.0.0:0 stands for the sender.
    private mutating func reply(_ frame: IPFrame, to endpoint: HostEndpoint, by path: Path) {
        switch path {
        case .udp(let sender): actions.append(.datagram(frame.encoded, to: endpoint.address(for: sender)))
        case .tcp(let stream): actions.append(.stream(stream, frame.encoded))
        }
    }

    // MARK: Descriptions

    private enum Block { case device, families, tunnelling }

    private func blocks(_ wanted: [Block]) -> [DescriptionBlock] {
        wanted.map { block in
            switch block {
            case .device:
                .device(
                    DeviceInformation(
                        name: settings.name,
                        address: settings.address,
                        serialNumber: settings.serialNumber,
                        mac: settings.mac,
                        multicastHost: settings.routingGroup?.host ?? 0
                    )
                )
            case .families: .families(families)
            case .tunnelling:
                .tunnelling(
                    TunnellingInformation(
                        maxAPDU: settings.maxAPDU,
                        slots: settings.slots.enumerated().map { number, address in
                            TunnellingInformation.Slot(
                                address: address,
                                isFree: !tunnels.contains { $0.slot == number },
                                isUsable: !isBusLost
                            )
                        }
                    )
                )
            }
        }
    }

    private var families: [ServiceFamily] {
        // Version 2 of the core services offers TCP.
        [ServiceFamily(.core, version: settings.hasTCP ? 2 : 1), ServiceFamily(.tunnelling, version: 2)]
            + (settings.routingGroup == nil ? [] : [ServiceFamily(.routing, version: 1)])
    }

    mutating func answer(_ request: SearchRequest, by path: Path) {
        var wanted: [Block] = [.device, .families]
        for parameter in request.parameters {
            switch parameter.kind {
            case .programmingMode: return
            case .mac(let mac): if mac != settings.mac { return }
            case .family(let family):
                if !families.contains(where: { $0.kind == family.kind && $0.version >= family.version }) { return }
            case .blocks(let kinds): if kinds.contains(DescriptionBlock.Kind.tunnelling) { wanted.append(.tunnelling) }
            case .other: if parameter.isMandatory { return }
            }
        }
        let response = SearchResponse(
            isExtended: request.isExtended,
            control: HostEndpoint(.udp, settings.endpoint),
            blocks: blocks(wanted)
        )
        reply(.searchResponse(response), to: request.discovery, by: path)
    }

    // MARK: Connections

    private mutating func connect(_ request: ConnectRequest, by path: Path, at now: Duration) {
        let client: SimulatedTunnel.Client
        let own: HostEndpoint
        switch path {
        case .udp(let sender):
            client = .udp(
                control: request.control.address(for: sender),
                data: request.data.address(for: sender),
                sender: sender
            )
            own = HostEndpoint(.udp, settings.endpoint)
        case .tcp(let stream):
            client = .tcp(stream: stream)
            own = .anonymous(.tcp)
        }
        func refuse(_ status: StatusCode) {
            reply(
                .connectResponse(ConnectResponse(channel: 0, outcome: .refused(status))),
                to: request.control,
                by: path
            )
        }
        guard case .tunnel(let wanted) = request.kind else {
            if case .otherTunnel = request.kind { return refuse(.tunnellingLayer) }
            return refuse(.connectionType)
        }
        if bus.faults.next(.full, at: now) != nil { return refuse(.noMoreConnections) }
        let used = Set(tunnels.map(\.slot))
        let slot: Int
        if let wanted {
            guard let number = settings.slots.firstIndex(of: wanted) else { return refuse(.noTunnellingAddress) }
            guard !used.contains(number) else { return refuse(.connectionInUse) }
            slot = number
        } else {
            guard let number = settings.slots.indices.first(where: { !used.contains($0) }) else {
                return refuse(.noMoreConnections)
            }
            slot = number
        }
        repeat {
            lastChannel = lastChannel == 255 ? 1 : lastChannel + 1
        } while tunnels.contains { $0.channel == lastChannel }
        let tunnel = SimulatedTunnel(
            channel: lastChannel,
            slot: slot,
            address: settings.slots[slot],
            client: client,
            at: now
        )
        tunnels.append(tunnel)
        let response = ConnectResponse(channel: tunnel.channel, outcome: .connected(data: own, address: tunnel.address))
        reply(.connectResponse(response), to: request.control, by: path)
    }

    /// Disconnects a client.
    mutating func drop(_ tunnel: SimulatedTunnel) {
        tunnels.removeAll { $0.channel == tunnel.channel }
        switch tunnel.client {
        case .udp(let control, _, _):
            let request = ChannelRequest(channel: tunnel.channel, control: HostEndpoint(.udp, settings.endpoint))
            actions.append(.datagram(IPFrame.disconnectRequest(request).encoded, to: control))
        case .tcp(let stream):
            let request = ChannelRequest(channel: tunnel.channel, control: .anonymous(.tcp))
            actions.append(.stream(stream, IPFrame.disconnectRequest(request).encoded))
        }
    }
}
