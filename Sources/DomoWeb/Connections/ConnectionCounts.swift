import Synchronization

/// The open connections, in total and per network. A connection from the proxy counts for the client that the proxy names,
/// while it has a request of that client. If there is no room, an idle connection of a network from which nobody
/// has signed in gives way, then one of the network with most connections: nobody locks out the others by holding many.
package final class ConnectionCounts: Sendable {
    /// Identifies an open connection.
    struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Connection {
        /// Nil for a Unix socket, and for the proxy between two requests: they only count toward the total.
        var network: ClientNetwork?
        let isFromProxy: Bool
        /// Nil while a request is read or answered.
        var idleSince: ContinuousClock.Instant?
        let close: @Sendable () -> Void
    }

    private struct State {
        var connections: [ID: Connection] = [:]
        var last: UInt64 = 0
        var counts: [ClientNetwork: Int] = [:]
        /// The networks from which somebody has signed in, and when last.
        var known: [ClientNetwork: ContinuousClock.Instant] = [:]
        var refused: UInt64 = 0

        mutating func remove(_ id: ID) -> Connection? {
            count(id, for: nil)
            return connections.removeValue(forKey: id)
        }

        /// Counts a connection for another network than before.
        mutating func count(_ id: ID, for network: ClientNetwork?) {
            if let former = connections[id]?.network {
                let rest = counts[former, default: 0] - 1
                counts[former] = rest > 0 ? rest : nil
            }
            connections[id]?.network = network
            if let network { counts[network, default: 0] += 1 }
        }

        func isKnown(_ network: ClientNetwork?) -> Bool { network.map { known[$0] != nil } ?? true }

        /// The connection that has been idle longest.
        func idlest(where matches: (ClientNetwork?) -> Bool) -> ID? {
            connections.filter { $0.value.idleSince != nil && matches($0.value.network) }
                .min { ($0.value.idleSince ?? .now, $0.key.number) < ($1.value.idleSince ?? .now, $1.key.number) }?.key
        }
    }

    private static let maxKnown = 1024

    private let limits: ConnectionLimits
    private let proxy: String?
    private let state = Mutex(State())

    /// - Parameter proxy: the address of the proxy.
    init(_ limits: ConnectionLimits, proxy: String? = nil) { (self.limits, self.proxy) = (limits, proxy) }

    /// Counts a new connection, which is idle.
    ///
    /// - Parameters:
    ///   - address: nil for a Unix socket.
    ///   - close: called if another connection takes its place.
    /// - Returns: nil if there are too many; the connection is not counted then.
    func open(from address: String?, close: @escaping @Sendable () -> Void) -> ID? {
        let (id, replaced) = state.withLock { state -> (ID?, Connection?) in
            let network = network(of: address)
            var replaced: Connection?
            switch room(for: network, in: state) {
            case .free: break
            case .replacing(let id): replaced = state.remove(id)
            case .none:
                state.refused += 1
                return (nil, nil)
            }
            state.last += 1
            let id = ID(number: state.last)
            let isFromProxy = proxy != nil && (address ?? "unix") == proxy
            state.connections[id] = Connection(isFromProxy: isFromProxy, idleSince: .now, close: close)
            state.count(id, for: network)
            return (id, replaced)
        }
        replaced?.close()
        return id
    }

    private func network(of address: String?) -> ClientNetwork? {
        address == proxy ? nil : address.map(ClientNetwork.init)
    }

    private enum Room {
        case free
        case replacing(ID)
        case none

        init(_ idlest: ID?) { self = idlest.map { .replacing($0) } ?? .none }
    }

    private func room(for network: ClientNetwork?, in state: State) -> Room {
        let own = network.map { state.counts[$0, default: 0] } ?? 0
        if network != nil, own >= limits.maxConnectionsPerAddress { return Room(state.idlest { $0 == network }) }
        let isKnown = state.isKnown(network)
        guard state.connections.count >= limits.maxConnections - (isKnown ? 0 : limits.reserve) else { return .free }
        let known = state.known
        if let id = state.idlest(where: { $0.map { known[$0] == nil } ?? false }) { return .replacing(id) }
        guard isKnown, let largest = state.counts.max(by: { $0.value < $1.value }), largest.value > own + 1 else {
            return .none
        }
        return Room(state.idlest { $0 == largest.key })
    }

    /// A request begins.
    ///
    /// - Parameter client: whose request it is, by the proxy if the connection is from it.
    /// - Returns: whether there is room for it.
    func begin(_ id: ID, for client: String) -> Bool {
        state.withLock { state in
            guard let connection = state.connections[id] else { return true }
            if connection.isFromProxy {
                let network = ClientNetwork(client)
                let own = state.counts[network, default: 0] - (connection.network == network ? 1 : 0)
                let others = state.connections.count - 1
                guard own < limits.maxConnectionsPerAddress,
                    others < limits.maxConnections - (state.isKnown(network) ? 0 : limits.reserve)
                else {
                    state.refused += 1
                    return false
                }
                state.count(id, for: network)
            }
            state.connections[id]?.idleSince = nil
            return true
        }
    }

    /// The last request has been answered.
    func end(_ id: ID) {
        state.withLock { state in
            state.connections[id]?.idleSince = .now
            if state.connections[id]?.isFromProxy == true { state.count(id, for: nil) }
        }
    }

    /// Whether somebody has signed in from the network of a connection; true for those that count for no network.
    func isKnown(_ id: ID) -> Bool { state.withLock { $0.isKnown($0.connections[id]?.network) } }

    /// Somebody at the address has a valid token.
    package func noteSignedIn(_ address: String?) {
        guard let network = network(of: address) else { return }
        state.withLock { state in
            state.known[network] = .now
            if state.known.count > Self.maxKnown, let oldest = state.known.min(by: { $0.value < $1.value }) {
                state.known[oldest.key] = nil
            }
        }
    }

    func close(_ id: ID) { state.withLock { _ = $0.remove(id) } }

    var total: Int { state.withLock(\.connections.count) }
    /// Since the start.
    var refused: UInt64 { state.withLock(\.refused) }
}
