import Synchronization

/// Counts of domo-web since its start.
final class WebCounts: Sendable {
    struct Values {
        /// By status.
        var requests: [Int: UInt64] = [:]
        /// From the headers of a request to those of its response.
        var durations = Histogram(limits: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
        /// Sent to streams.
        var events: UInt64 = 0
    }

    private let state = Mutex(Values())

    var values: Values { state.withLock { $0 } }

    func note(status: Int, after duration: Duration) {
        state.withLock { values in
            values.requests[status, default: 0] += 1
            let (seconds, attoseconds) = duration.components
            values.durations.add(Double(seconds) + Double(attoseconds) / 1e18)
        }
    }

    func note(events: Int) { state.withLock { $0.events += UInt64(events) } }
}
