import NIOCore
import Synchronization

/// The resources that a client may use before it has authenticated.
struct ConnectionLimits: Sendable {
    /// From the start of a connection, or the first byte of a later request, to the end of the request's headers.
    var headers: TimeAmount = .seconds(10)
    /// From the end of the headers to the end of the body.
    var body: TimeAmount = .seconds(30)
    /// Between two requests.
    var idle: TimeAmount = .seconds(60)
    /// For a client that reads nothing of what is sent to it.
    var write: TimeAmount = .seconds(30)
    /// For a client to read the last response, before the connection is closed.
    var linger: TimeAmount = .seconds(2)
    /// In bytes.
    var maxBody = API.maxBody
    /// In bytes; applies to each header, the URL, and all headers together.
    var maxHeaders = 16 * 1024
    var maxHeaderFields = 100
    var maxConnections = 2048
    /// More than a household behind one address needs. Connections from the proxy only count toward the total.
    var maxConnectionsPerAddress = 512

    static let standard = ConnectionLimits()
}

/// The number of open connections, in total and per address.
final class ConnectionCounts: Sendable {
    private struct State {
        var total = 0
        var addresses: [String: Int] = [:]
        var refused: UInt64 = 0
    }

    private let limits: ConnectionLimits
    /// The address of the proxy, whose connections only count toward the total.
    private let proxy: String?
    private let state = Mutex(State())

    init(_ limits: ConnectionLimits, proxy: String? = nil) { (self.limits, self.proxy) = (limits, proxy) }

    /// - Parameter address: nil for a Unix socket.
    /// - Returns: false if there are too many; the connection is not counted then.
    func open(from address: String?) -> Bool {
        state.withLock { state in
            let isCounted = address != nil && address != proxy
            let own = address.flatMap { isCounted ? state.addresses[$0] : nil } ?? 0
            guard state.total < limits.maxConnections, own < limits.maxConnectionsPerAddress else {
                state.refused += 1
                return false
            }
            state.total += 1
            if let address, isCounted { state.addresses[address] = own + 1 }
            return true
        }
    }

    func close(from address: String?) {
        state.withLock { state in
            state.total -= 1
            guard let address, let own = state.addresses[address] else { return }
            state.addresses[address] = own > 1 ? own - 1 : nil
        }
    }

    var total: Int { state.withLock(\.total) }
    /// Since the start.
    var refused: UInt64 { state.withLock(\.refused) }
}
