import Synchronization

/// Limits attempts to guess tokens or codes: after too many failures in a minute, an address has to wait.
final class FailureBrake: Sendable {
    static let free = 10
    static let window: Duration = .seconds(60)
    /// The maximum number of addresses to track.
    private static let maxAddresses = 10_000

    private struct Failures {
        var count: Int
        var since: ContinuousClock.Instant
    }

    private let failures = Mutex<[String: Failures]>([:])

    /// - Returns: how long the address has to wait; nil if it need not.
    func wait(for address: String, at now: ContinuousClock.Instant = .now) -> Duration? {
        failures.withLock { failures in
            guard let own = failures[address], own.count >= Self.free else { return nil }
            let end = own.since + Self.window
            guard now < end else {
                failures[address] = nil
                return nil
            }
            return end - now
        }
    }

    func note(_ address: String, at now: ContinuousClock.Instant = .now) {
        failures.withLock { failures in
            if failures.count >= Self.maxAddresses { failures = failures.filter { now < $0.value.since + Self.window } }
            guard failures.count < Self.maxAddresses || failures[address] != nil else { return }
            if let own = failures[address], now < own.since + Self.window {
                failures[address]?.count = own.count + 1
            } else {
                failures[address] = Failures(count: 1, since: now)
            }
        }
    }
}
