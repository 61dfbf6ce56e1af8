// Who may send to the socket of a tunnel over UDP.

extension TunnelMachine {
    /// The senders that belong to an endpoint of the interface: itself; with NAT each port of its host, since the interface
    /// may send from others than it names. On this machine other users have the other ports.
    func accepted(_ endpoint: SocketAddress) -> SocketAddress {
        let isLocal = endpoint.host >> 24 == 127
        return options.usesNAT && !isLocal ? SocketAddress(host: endpoint.host, port: 0) : endpoint
    }

    /// Whether the endpoint for telegrams that an interface gives is that interface.
    func isAccepted(_ data: SocketAddress) -> Bool {
        options.transport == .tcp || options.usesNAT || data.host == peer.host
    }

    /// Counts a datagram of another sender.
    mutating func refuse(
        _ octets: [UInt8],
        from sender: SocketAddress,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        let (state, isAtHost) = (state, sender.host == peer.host)
        senders.refuse(
            octets,
            from: sender,
            isAnswer: { frame in
                switch (state, frame) {
                case (.connecting, .connectResponse), (.connecting, .descriptionResponse): true
                // From another port than that of its data endpoint.
                case (.connected(let tunnel), .tunnellingAck(let ack)): isAtHost && ack.channel == tunnel.channel
                default: false
                }
            },
            at: now,
            &actions
        )
    }

    /// Closes a tunnel whose telegrams would go elsewhere.
    mutating func refuse(
        _ data: SocketAddress,
        _ channel: UInt8,
        _ own: HostEndpoint,
        at now: Duration,
        _ actions: inout [BusAction]
    ) {
        whereabouts.failures = 0
        report(
            down:
                "the interface at \(peer) wants telegrams to be sent to \(data), another host; if there is NAT between "
                + "domo and the interface or it has several addresses, set nat: yes, or its other address in url",
            &actions
        )
        disconnect(channel, own, &actions)
        state = .leaving(TunnelLeaving(channel: channel, own: own, next: .reconnect, end: now + TunnelTimes.leave))
    }

    /// Why there is no answer.
    var noAnswer: String {
        guard let answer = senders.answer else { return "the interface does not answer" }
        return
            "no answer came from \(peer), but one from \(answer), which was dropped; if the interface is there, set that "
            + "address in url, or nat: yes if there is NAT between them"
    }
}
