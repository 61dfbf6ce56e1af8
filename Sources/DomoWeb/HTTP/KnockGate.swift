import Synchronization

/// Limits how many deliveries domod decides about at a time, so that a network with wrong ones neither takes the places of
/// others nor those of the page. None is refused for what others did: it has its turn.
final class KnockGate: Sendable {
    static let maxPerNetwork = 8
    static let max = 64
    /// For its turn.
    static let patience: Duration = .seconds(10)

    private struct State {
        var counts: [ClientNetwork: Int] = [:]
        var total = 0
    }

    private let state = Mutex(State())

    /// Waits for a place; `leave` must follow.
    ///
    /// - Returns: false if there was none in time.
    func enter(_ address: String) async -> Bool {
        let end = ContinuousClock.now + Self.patience
        let network = ClientNetwork(address)
        while true {
            let isIn = state.withLock { state in
                guard state.total < Self.max, state.counts[network, default: 0] < Self.maxPerNetwork else {
                    return false
                }
                state.total += 1
                state.counts[network, default: 0] += 1
                return true
            }
            if isIn { return true }
            guard ContinuousClock.now < end else { return false }
            do {
                // domod decides within about a millisecond: no queue of those who wait, which clients would leave in
                // between.
                try await Task.sleep(for: .milliseconds(5))
            } catch {
                return false
            }
        }
    }

    func leave(_ address: String) {
        let network = ClientNetwork(address)
        state.withLock { state in
            state.total -= 1
            let rest = state.counts[network, default: 0] - 1
            state.counts[network] = rest > 0 ? rest : nil
        }
    }
}
