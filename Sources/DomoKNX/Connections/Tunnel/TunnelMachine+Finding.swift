// Finding an interface by its serial number after its address has changed.

/// The interface of a tunnel, and the addresses where it may be.
struct TunnelWhereabouts: Hashable, Sendable {
    /// The number of consecutive attempts without an answer after which a search is started.
    static let maxFailures = 3

    /// The address in the configuration.
    let configured: SocketAddress
    var known: InterfaceIdentity?
    /// Attempts since the last answer.
    var failures = 0
    /// Where the interface was found instead.
    var found: SocketAddress?

    init(_ options: TunnelOptions) {
        configured = options.server
        known = options.known
    }
}

extension TunnelMachine {
    /// Searches for the interface after repeated attempts without an answer.
    mutating func searchAfterFailures(_ actions: inout [BusAction]) {
        whereabouts.failures += 1
        guard whereabouts.failures >= TunnelWhereabouts.maxFailures else { return }
        if whereabouts.found != nil, whereabouts.failures % TunnelWhereabouts.maxFailures == 0 {
            // No answer at the found address either: a replacement may be at the configured address.
            redirect(to: nil, &actions)
        }
        if whereabouts.known != nil { actions.append(.search) }
    }

    /// Handles the result of a search. Only the interface that was connected before is accepted, at the address from which
    /// it answered: whoever answers for an address of another host can't redirect the tunnel there.
    mutating func found(_ interfaces: [InterfaceDescription], at now: Duration, _ actions: inout [BusAction]) {
        guard case .waiting = state, let known = whereabouts.known,
            let found = interfaces.first(where: { $0.identity == known && $0.answeredFrom == nil }),
            let address = found.control?.address, address != options.server
        else { return }
        let isBack = address == whereabouts.configured
        actions.append(
            .warning(
                "the interface with serial number \(known.serialNumber) does not answer at \(shown(options.server)) "
                    + "but was found at \(address); connecting there"
                    + (isBack ? "" : "; change the address in the configuration, or give the interface a fixed one")
            )
        )
        redirect(to: isBack ? nil : address, &actions)
        open(at: now, &actions)
    }

    /// 0.0.0.0 stands for a configured host name, which is resolved outside.
    private func shown(_ address: SocketAddress) -> String {
        address.host == 0 ? "the configured address" : "\(address)"
    }

    private mutating func redirect(to address: SocketAddress?, _ actions: inout [BusAction]) {
        whereabouts.found = address
        options.server = address ?? whereabouts.configured
        interface = nil
        actions.append(.redirect(address))
    }

    /// Remembers the connected interface as the one to search for.
    mutating func recognise(_ actions: inout [BusAction]) {
        whereabouts.failures = 0
        guard let interface else { return }
        actions.append(.described(interface))
        guard let identity = interface.identity, identity != whereabouts.known else { return }
        if let before = whereabouts.known {
            note(
                "a different interface answers at \(shown(options.server)): serial number "
                    + "\(identity.serialNumber), previously \(before.serialNumber)",
                &actions
            )
        }
        whereabouts.known = identity
    }
}
