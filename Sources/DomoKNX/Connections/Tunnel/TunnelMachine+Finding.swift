// An interface whose address changed is found by its serial number.

/// Which interface a tunnel is for, and where it is looked for.
struct TunnelWhereabouts: Hashable, Sendable {
    /// So many attempts without any answer, one after the other, and the interface is searched for.
    static let patience = 3

    /// What the configuration names.
    let configured: SocketAddress
    var known: InterfaceIdentity?
    /// Attempts since the last answer.
    var failures = 0
    /// Where it was found instead.
    var found: SocketAddress?

    init(_ options: TunnelOptions) {
        configured = options.server
        known = options.known
    }
}

extension TunnelMachine {
    /// Nothing answered at the address.
    mutating func lookElsewhere(_ actions: inout [BusAction]) {
        whereabouts.failures += 1
        guard whereabouts.failures >= TunnelWhereabouts.patience else { return }
        if whereabouts.found != nil, whereabouts.failures % TunnelWhereabouts.patience == 0 {
            // Nor where it was found: another may have taken its place where the configuration says.
            redirect(to: nil, &actions)
        }
        if whereabouts.known != nil { actions.append(.search) }
    }

    /// A search was answered. Only the interface that was connected before will do.
    mutating func found(_ interfaces: [InterfaceDescription], at now: Duration, _ actions: inout [BusAction]) {
        guard case .waiting = state, let known = whereabouts.known,
            let address = interfaces.first(where: { $0.identity == known })?.control?.address, address != options.server
        else { return }
        let isBack = address == whereabouts.configured
        actions.append(
            .warning(
                "the interface with the serial number \(known.serialNumber) does not answer at \(shown(options.server)) "
                    + "and was found at \(address); connecting there"
                    + (isBack ? "" : ". Change the address in the configuration, or give the interface a fixed one")
            )
        )
        redirect(to: isBack ? nil : address, &actions)
        open(at: now, &actions)
    }

    /// A name stands for 0.0.0.0: its address is known outside.
    private func shown(_ address: SocketAddress) -> String {
        address.host == 0 ? "the configured address" : "\(address)"
    }

    private mutating func redirect(to address: SocketAddress?, _ actions: inout [BusAction]) {
        whereabouts.found = address
        options.server = address ?? whereabouts.configured
        interface = nil
        actions.append(.redirect(address))
    }

    /// Connected: from now on this is the interface that is looked for.
    mutating func recognise(_ actions: inout [BusAction]) {
        whereabouts.failures = 0
        guard let interface else { return }
        actions.append(.described(interface))
        guard let identity = interface.identity, identity != whereabouts.known else { return }
        if let before = whereabouts.known {
            note(
                "another interface answers at \(shown(options.server)) than before: serial number "
                    + "\(identity.serialNumber), before \(before.serialNumber)",
                &actions
            )
        }
        whereabouts.known = identity
    }
}
