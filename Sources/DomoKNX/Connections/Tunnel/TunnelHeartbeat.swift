/// The heartbeat of a tunnel: whether the interface still has it, and whether the interface has a bus.
///
/// Source: KNX 03/08/02 Core, 5.4.
struct TunnelHeartbeat: Hashable, Sendable {
    enum Beat: Hashable {
        case notDue
        /// A request is to be sent.
        case request
        case lost(TunnelLoss)
    }

    private enum State: Hashable {
        case due(at: Duration, failures: Int)
        case pending(end: Duration, failures: Int)
    }

    private var state: State
    /// The interface reported that it has no bus.
    private(set) var hasLostBus = false

    init(at now: Duration) { state = .due(at: now + TunnelTimes.heartbeat, failures: 0) }

    var next: Duration {
        switch state {
        case .due(let time, _), .pending(let time, _): time
        }
    }

    mutating func answer(_ status: StatusCode, at now: Duration) -> TunnelLoss? {
        guard case .pending(_, let failures) = state else { return nil }
        switch status {
        case .ok:
            state = .due(at: now + TunnelTimes.heartbeat, failures: 0)
            hasLostBus = false
        // Core, 5.4 would end the tunnel after some of them, and all states would be read again with each new one.
        case .knxConnection:
            state = .due(at: now + TunnelTimes.heartbeatWithoutBus, failures: 0)
            hasLostBus = true
        // The interface has forgotten this tunnel; there is nothing to disconnect.
        case .connectionID:
            return TunnelLoss(reason: "the interface closed the tunnel: \(status)", needsDisconnect: false)
        case .dataConnection:
            return TunnelLoss(reason: "the interface closed the tunnel: \(status)", needsDisconnect: true)
        default:
            guard failures < TunnelTimes.heartbeatRepeats else {
                return TunnelLoss(reason: "the interface reported an error: \(status)", needsDisconnect: true)
            }
            state = .due(at: now + TunnelTimes.heartbeatRepeat, failures: failures + 1)
        }
        return nil
    }

    mutating func beat(at now: Duration) -> Beat {
        guard next <= now else { return .notDue }
        let failures: Int
        switch state {
        case .due(_, let count): failures = count
        case .pending(_, let count):
            failures = count + 1
            guard failures <= TunnelTimes.heartbeatRepeats else {
                return .lost(TunnelLoss(reason: "the interface does not answer", needsDisconnect: true))
            }
        }
        state = .pending(end: now + TunnelTimes.heartbeatAnswer, failures: failures)
        return .request
    }
}
