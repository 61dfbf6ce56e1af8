import NIOCore

/// How long a client waits before its next attempt.
struct ReconnectPace {
    private let pace: NATSPace
    private(set) var failures = 0

    init(_ pace: NATSPace) { self.pace = pace }

    /// - Parameter random: from 0 up to 1.
    func first(_ random: Double) -> TimeAmount { Self.part(pace.first, random) }

    /// The connection stayed long enough.
    mutating func noteStable() { failures = 0 }

    mutating func next(after end: SessionEnd.Kind, _ random: Double) -> TimeAmount {
        let step = failures
        failures = min(failures + 1, 32)
        switch end {
        case .failed: return Self.part(limit(step), random)
        // The server has no room: not at once, even for the luckiest.
        case .throttled: return Self.part(limit(step + 2), 0.5 + random / 2)
        case .refused: return Self.part(pace.refused, 0.5 + random / 2)
        }
    }

    private func limit(_ step: Int) -> TimeAmount {
        // Nothing waits for longer than 2^16 times the base.
        let (whole, overflow) = pace.base.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(min(step, 16)))
        return overflow ? pace.max : min(pace.max, .nanoseconds(whole))
    }

    private static func part(_ whole: TimeAmount, _ share: Double) -> TimeAmount {
        .nanoseconds(Int64(Double(whole.nanoseconds) * min(max(share, 0), 1)))
    }
}
